import type { DecodedProgram } from '../../../arch/index.js';
import { sumIssueCycles } from '../../evidence/program/issue-cycles.js';
import { findInstructionIndex } from '../../evidence/program/programs.js';

/** The issue state of one SIMD, inferred from its waves. */
export class SimdIssueState {
  /** Number of waves on it. */
  waveCount = 0;
  /** Number of waves that have arrived so far. */
  arrivalCount = 0;
  /** The first cycle in which it can be free, given what its waves certainly issued. */
  earliestFree = 0;
  /** The first cycle in which it must be free, given what its waves may have issued. */
  latestFree = 0;
  /** The cycle in which it last started a wave. */
  startedAt = -1;
}

/** A burst of instructions that a wave issues, reported in one cycle, up to the instruction at which it yields. */
export class WaveIssue {
  /** Whether the wave continued after its last burst without waiting for other units. */
  continues = false;
  /** If the wave continued, the first cycle in which its SIMD could start it. */
  earliest = 0;
  /** If the wave continued, the last cycle in which its SIMD had to start it, unless other waves were in the way. */
  latest = 0;
  /**
   * Whether the wave has been alone on its SIMD since its last report. A wave that left in the meantime may have
   * been in its way.
   */
  isAlone = false;
  private cycle = -1;
  /** Number of issue cycles in the whole burst. */
  private cycles = 0;
  /** Number of issue cycles after the last wait. Only these certainly occupy the SIMD, since a wave that stops at a wait is charged nothing. */
  private sinceWait = 0;
  /** The byte offset of the last reported instruction. */
  private lastPc = -1;
  /** Whether something whose duration has no known bound is holding up the wave. */
  private isHeld = false;
  /** Number of arrivals at the SIMD when the wave was last reported, if it was alone there; otherwise -1. */
  private arrivalsWhenAlone = -1;
  private willContinue = false;
  private readonly cyclesUpTo: Int32Array;

  constructor(
    readonly simd: SimdIssueState,
    readonly program: DecodedProgram,
  ) {
    this.cyclesUpTo = sumIssueCycles(program);
  }

  /**
   * Records that the wave issues again in the given cycle. Sets the fields from `continues` to `isAlone`, which
   * say when it should have done so.
   */
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

  /** Adds the instructions at byte offsets `first` to `last`, repeated `times` times. */
  issue(first: number, last: number, isWait: boolean, times: number): void {
    const { cyclesUpTo, program } = this;
    const from = findInstructionIndex(program, first);
    const to = findInstructionIndex(program, last);
    if (from < 0 || to < from) return;
    // A wait within a vector instruction is reported again together with the instruction.
    const begin = first === this.lastPc && !isWait ? from + 1 : from;
    const cycles = times * Math.max(0, cyclesUpTo[to + 1] - cyclesUpTo[begin]);
    this.cycles += cycles;
    this.sinceWait = isWait ? cyclesUpTo[to + 1] - cyclesUpTo[to] : this.sinceWait + cycles;
    this.lastPc = last;
  }

  /** Records that something other than instruction issue is holding up the wave. */
  hold(): void {
    this.isHeld = true;
    this.willContinue = false;
  }

  /**
   * Ends the burst, because the stream moves on to other waves or cycles. `gap` is the maximum number of
   * cycles per instruction.
   */
  end(gap: number): void {
    const { cycle, cycles, simd } = this;
    simd.latestFree = Math.max(simd.latestFree, cycle) + cycles;
    this.arrivalsWhenAlone = simd.waveCount === 1 ? simd.arrivalCount : -1;
    if (this.isHeld || this.stopsOnItsOwn()) return;
    simd.earliestFree = Math.max(simd.earliestFree, cycle) + this.sinceWait;
    this.willContinue = true;
    this.earliest = simd.earliestFree;
    this.latest = Math.max(cycle + cycles * gap, simd.latestFree);
  }

  /**
   * Returns whether the wave may have stopped at a wait, after a branch in a loop that changes nothing, or at a
   * sleep, which is not reported if an earlier exit ends it at once (U9).
   */
  private stopsOnItsOwn(): boolean {
    const index = findInstructionIndex(this.program, this.lastPc);
    if (index < 0) return true;
    const { instructions } = this.program;
    const next = instructions[index + 1];
    return instructions[index].kind === 'branch' || next?.kind === 'sleep' || next?.wait !== undefined;
  }
}
