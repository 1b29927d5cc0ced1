import { type DecodedProgram, factsOf, ORDERED_PS_DONE } from '../../arch/index.js';
import type { Transaction } from '../../transactions/index.js';

/** Instructions and cycles, both in total and within sections, summed over waves. */
export interface SectionTime {
  readonly waves: number;
  readonly instructions: number;
  readonly instructionsInside: number;
  /** Cycles from launch to end. */
  readonly cycles: number;
  readonly cyclesInside: number;
}

/** Kinds of instructions that are not counted, because they do no work. */
const UNCOUNTED_KINDS: ReadonlySet<string> = new Set(['nop', 'waitcnt', 'branch']);

const NOT_ENTERED = -1;

/** The index for a pc where no instruction starts, as in `indexByPc`. */
const NONE = -1;

interface RunningWave {
  readonly launchCycle: number;
  entryCycle: number;
  cyclesInside: number;
}

/**
 * Measures how long waves take in total and within their sections. A section lasts from the first instruction after the
 * entry wait to the exit message or, on GFX11 and later, to the last export.
 */
export class SectionClock {
  private readonly indexOfPc: Int32Array;
  /** For each instruction, the number of earlier instructions that do work. */
  private readonly work: Int32Array;
  /** For each instruction, the number of earlier instructions in the section. */
  private readonly workInside: Int32Array;
  private readonly running = new Map<number, RunningWave>();
  private readonly exitsByExport: boolean;
  private readonly sum = { waves: 0, instructions: 0, instructionsInside: 0, cycles: 0, cyclesInside: 0 };

  /** @param region indices of the instructions in the section */
  constructor({ instructions, indexByPc, gfx }: DecodedProgram, region: ReadonlySet<number>) {
    this.indexOfPc = indexByPc;
    this.exitsByExport = factsOf(gfx).exitsByExport;
    this.work = new Int32Array(instructions.length + 1);
    this.workInside = new Int32Array(instructions.length + 1);
    for (const { index, kind } of instructions) {
      this.work[index + 1] = this.work[index]! + Number(!UNCOUNTED_KINDS.has(kind));
      this.workInside[index + 1] = this.workInside[index]! + Number(region.has(index));
    }
  }

  get total(): SectionTime {
    return { ...this.sum };
  }

  readonly sink = (t: Transaction): void => {
    switch (t.kind) {
      case 'wave-launched':
        this.running.set(t.wave, { launchCycle: t.cycle, entryCycle: NOT_ENTERED, cyclesInside: 0 });
        break;
      case 'instructions-issued':
        this.addIssued(t.wave, t.cycle, this.indexOfPc[t.first >> 2], this.indexOfPc[t.last >> 2]);
        break;
      case 'message-sent':
        if (t.message === ORDERED_PS_DONE) this.leaveSection(t.wave, t.cycle);
        break;
      case 'exported':
        if (this.exitsByExport && t.done) this.leaveSection(t.wave, t.cycle);
        break;
      case 'wave-ended':
        this.endWave(t.wave, t.cycle);
        break;
    }
  };

  private addIssued(id: number, cycle: number, from = NONE, to = NONE): void {
    if (from === NONE || to === NONE) return;
    const { sum, work, workInside } = this;
    const inside = workInside[to + 1]! - workInside[from]!;
    sum.instructions += work[to + 1]! - work[from]!;
    sum.instructionsInside += inside;
    if (inside === 0) return;
    const wave = this.running.get(id);
    if (wave?.entryCycle === NOT_ENTERED) wave.entryCycle = cycle;
  }

  private leaveSection(id: number, cycle: number): void {
    const wave = this.running.get(id);
    if (wave === undefined || wave.entryCycle === NOT_ENTERED) return;
    wave.cyclesInside += cycle - wave.entryCycle;
    wave.entryCycle = NOT_ENTERED;
  }

  private endWave(id: number, cycle: number): void {
    this.leaveSection(id, cycle);
    const wave = this.running.get(id);
    if (wave === undefined) return;
    this.running.delete(id);
    this.sum.waves++;
    this.sum.cycles += cycle - wave.launchCycle;
    this.sum.cyclesInside += wave.cyclesInside;
  }
}
