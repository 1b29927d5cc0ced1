import type { InstructionsIssued } from '../../../transactions/index.js';
import { mayInventOverlaps } from '../../evidence/facts/invented-overlaps.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import { NEVER } from '../../evidence/ledger/wave-record.js';
import { instructionAt } from '../../evidence/program/programs.js';
import type { RuleCheck } from '../../evidence/rule/rule.js';
import { eventWaitBound, firstIssueBound } from './entry-bound.js';

/** Reports a wave that continued only at `until`, more than `bound` cycles after `since`. */
type LateEntry = (wave: WaveRecord, since: number, until: number, bound: number) => void;

/** A wave's progress towards its entry: its last reported instruction, and when the wave is past it. */
interface Arrival {
  cycle: number;
  pc: number;
}

/**
 * The GFX11 half of IDLE-01: `s_wait_event` ends within the bound once every wave for which it may legally
 * wait has exited. A wave that reached one and never continues is judged at the end of the stream, unless the
 * device is at rest.
 */
export function judgeEventWaits(ledgers: Ledgers, judge: Judge, late: LateEntry): RuleCheck {
  const { waves, scenario } = ledgers;
  const gap = scenario.freedoms.issueGap[1];
  const arrivals = new Map<WaveRecord, Arrival>();
  let isAtRest = false;
  /** Returns the wave with the given number, or undefined once it has entered. */
  const waveBeforeEntry = (number: number): WaveRecord | undefined => {
    const wave = waves.find(number);
    return wave?.enteredCycle === NEVER ? wave : undefined;
  };
  /**
   * Advances a wave past a reported event. The event starts in its cycle, and the wave is past it the given
   * number of cycles later.
   */
  const advance = (wave: WaveRecord, cycle: number, pc: number | undefined, cycles: number): void => {
    let arrival = arrivals.get(wave);
    if (arrival === undefined) {
      arrival = { cycle: 0, pc: -1 };
      arrivals.set(wave, arrival);
    }
    arrival.cycle = Math.max(arrival.cycle, cycle) + cycles;
    arrival.pc = pc ?? arrival.pc;
  };
  const advanceBy = (t: InstructionsIssued, times: number): void => {
    const wave = waveBeforeEntry(t.wave);
    if (wave !== undefined) advance(wave, t.cycle, t.last, times * gap * runLength(wave, t.first, t.last));
  };
  /**
   * @param arrivedCycle when the wave was past everything that precedes its wait; undefined if the wait is its
   * first instruction
   */
  const judgeWait = (wave: WaveRecord, arrivedCycle: number | undefined, until: number): void => {
    const reasonGoneCycle = overlapsGoneCycle(ledgers, wave);
    if (reasonGoneCycle === NEVER) return;
    judge.armed++;
    const first = arrivedCycle === undefined ? firstIssueBound(scenario, ledgers.bursts.longest) : 0;
    const ready = Math.max(wave.exportSpaceCycle, wave.launchedCycle + first, arrivedCycle ?? 0);
    const since = Math.max(reasonGoneCycle, ready);
    const bound = eventWaitBound(scenario, ledgers.bursts.longest);
    if (until - since > bound) late(wave, since, until, bound);
  };
  return {
    on: {
      'instructions-issued': (t) => advanceBy(t, 1),
      'instructions-repeated': advanceBy,
      'wait-done': (t) => {
        const wave = waveBeforeEntry(t.wave);
        if (wave !== undefined) advance(wave, t.cycle, t.pc, gap);
      },
      'translation-failed': (t) => {
        // A trap handler runs before the wave continues from where it was (P-148).
        const wave = t.action === 'trap' ? waveBeforeEntry(t.wave) : undefined;
        if (wave !== undefined) advance(wave, t.cycle, undefined, scenario.freedoms.xnackLatency[1]);
      },
      'event-wait-done': (t) => {
        const wave = waves.find(t.wave);
        if (wave === undefined || wave.enteredCycle !== t.cycle) return;
        const arrivedCycle = arrivals.get(wave)?.cycle;
        arrivals.delete(wave);
        judgeWait(wave, arrivedCycle, t.cycle);
      },
      quiesced: (t) => {
        isAtRest = t.waiting.length > 0;
      },
      // Waves without a section never reach an event wait.
      'wave-ended': (t) => {
        const wave = waves.find(t.wave);
        if (wave !== undefined) arrivals.delete(wave);
      },
    },
    finish: (end) => {
      if (isAtRest) return;
      for (const [wave, { cycle, pc }] of arrivals) {
        if (wave.exportSpaceCycle !== NEVER && isAtWait(wave, pc)) judgeWait(wave, cycle, end);
      }
    },
  };
}

/** Returns whether a wave is at an event wait, which is its last reported instruction or the next one. */
function isAtWait({ facts: { decoded } }: WaveRecord, pc: number): boolean {
  const last = instructionAt(decoded, pc);
  if (last === undefined) return false;
  const next = last.kind === 'branch' ? undefined : decoded.instructions[last.index + 1];
  return last.kind === 'wait-event' || next?.kind === 'wait-event';
}

function runLength(wave: WaveRecord, first: number, last: number): number {
  const { indexOfPc } = wave.facts.decoded;
  return indexOfPc[last >> 2] - indexOfPc[first >> 2] + 1;
}

/**
 * Returns the cycle in which the last of the waves exited for which this one may legally wait, but not before its
 * own formation. Returns NEVER while one of them has not exited. It may wait for:
 * - waves that it overlaps and that were unfinished when it was formed;
 * - waves that it was reported to overlap and that share a pixel with it;
 * - all waves that it was reported to overlap, if the device may invent overlaps.
 */
function overlapsGoneCycle(ledgers: Ledgers, wave: WaveRecord): number {
  const { waves, scenario } = ledgers;
  let reasonsGoneCycle = wave.formedCycle;
  for (const { wave: other } of wave.predecessors) {
    if (other.exitedCycle === NEVER) return NEVER;
    reasonsGoneCycle = Math.max(reasonsGoneCycle, other.exitedCycle);
  }
  for (const other of waves.namedOverlaps(wave)) {
    if (other === undefined || (other.exitedCycle !== NEVER && other.exitedCycle <= reasonsGoneCycle))
      continue;
    if (!mayInventOverlaps(scenario.freedoms) && !sharePixel(ledgers, other, wave)) continue;
    if (other.exitedCycle === NEVER) return NEVER;
    reasonsGoneCycle = other.exitedCycle;
  }
  return reasonsGoneCycle;
}

function sharePixel({ grid }: Ledgers, a: WaveRecord, b: WaveRecord): boolean {
  const pixels = new Set(Array.from(a.held.units, (unit) => grid.pixelOf(unit)));
  return b.held.units.some((unit) => pixels.has(grid.pixelOf(unit)));
}
