import type { DecodedProgram } from '../../../arch/index.js';
import { issueCyclesUpTo } from '../../evidence/program/issue-cycles.js';
import { indexAt } from '../../evidence/program/programs.js';

/** One SIMD, as shown by its waves. */
export class SimdTime {
  /** Number of waves on it, and of arrivals so far. */
  waveCount = 0;
  arrivalCount = 0;
  /** First cycle in which it is free, given what its waves certainly issued, and given what they may have issued. */
  freeEarliest = 0;
  freeLatest = 0;
  /** Cycle in which it last started a wave. */
  startedAt = -1;
}

/** What a wave issues in one cycle of the stream, up to the instruction at which it yields. */
export class WaveIssue {
  /** Whether the wave continues after its last issue without other units. */
  continues = false;
  /** If it does, the first cycle in which its SIMD can start it, and the last one unless others are in the way. */
  earliest = 0;
  latest = 0;
  /** Whether the wave has been alone on its SIMD since its last report: one that left meanwhile may have been in its way. */
  isAlone = false;
  private cycle = -1;
  /** Issue cycles of the whole burst, and of the part after the last wait: a wave stopping at a wait is charged nothing. */
  private cycles = 0;
  private sinceWait = 0;
  /** Byte offset of the last reported instruction, and whether the wave is held by something without a known bound. */
  private lastPc = -1;
  private isHeld = false;
  /** Number of arrivals at the SIMD when the wave was last reported, if it was alone there; -1 if not. */
  private arrivalsWhenAlone = -1;
  private willContinue = false;
  private readonly upTo: Int32Array;

  constructor(
    readonly simd: SimdTime,
    readonly program: DecodedProgram,
  ) {
    this.upTo = issueCyclesUpTo(program);
  }

  /** Notes that the wave issues again in this cycle: sets the fields from `continues` to `isAlone`, which say when it had to. */
  begin(cycle: number): void {
    this.continues = this.willContinue && cycle !== this.cycle;
    if (cycle === this.cycle) return;
    this.isAlone = this.simd.waveCount === 1 && this.simd.arrivalCount === this.arrivalsWhenAlone;
    this.willContinue = false;
    this.cycle = cycle;
    this.cycles = 0;
    this.sinceWait = 0;
    this.isHeld = false;
  }

  /** Adds instructions at byte offsets `first` to `last`, repeated that often. */
  issue(first: number, last: number, isWait: boolean, times: number): void {
    const { upTo, program } = this;
    const from = indexAt(program, first);
    const to = indexAt(program, last);
    if (from < 0 || to < from) return;
    // A wait within a vector instruction is reported with it again.
    const begin = first === this.lastPc && !isWait ? from + 1 : from;
    const cycles = times * Math.max(0, upTo[to + 1] - upTo[begin]);
    this.cycles += cycles;
    this.sinceWait = isWait ? upTo[to + 1] - upTo[to] : this.sinceWait + cycles;
    this.lastPc = last;
  }

  /** Notes that something other than instruction issue now holds the wave. */
  hold(): void {
    this.isHeld = true;
    this.willContinue = false;
  }

  /** Ends the burst, as the stream moves on to other waves or cycles; `gap` is the maximum number of cycles per instruction. */
  end(gap: number): void {
    const { cycle, cycles, simd } = this;
    simd.freeLatest = Math.max(simd.freeLatest, cycle) + cycles;
    this.arrivalsWhenAlone = simd.waveCount === 1 ? simd.arrivalCount : -1;
    if (this.isHeld || this.stopsOnItsOwn()) return;
    simd.freeEarliest = Math.max(simd.freeEarliest, cycle) + this.sinceWait;
    this.willContinue = true;
    this.earliest = simd.freeEarliest;
    this.latest = Math.max(cycle + cycles * gap, simd.freeLatest);
  }

  /**
   * Whether the wave may have stopped at a wait, after a branch in a loop that changes nothing, or at a sleep, which is not
   * reported if an earlier exit ends it at once (U9).
   */
  private stopsOnItsOwn(): boolean {
    const at = indexAt(this.program, this.lastPc);
    if (at < 0) return true;
    const { instructions } = this.program;
    const next = instructions[at + 1];
    return instructions[at].kind === 'branch' || next?.kind === 'sleep' || next?.wait !== undefined;
  }
}
