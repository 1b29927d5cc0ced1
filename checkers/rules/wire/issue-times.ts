import type { DecodedProgram } from '../../../arch/index.js';
import { sumIssueCycles } from '../../evidence/program/issue-cycles.js';
import { findInstructionIndex } from '../../kit.js';

/** The issue state of one SIMD, inferred from its waves. */
export class SimdIssueState {
  /** Number of waves on the SIMD. */
  waveCount = 0;
  /** Number of waves that have arrived at the SIMD so far. */
  arrivalCount = 0;
  /** The earliest cycle in which the SIMD may be free, counting only what its waves are known to have issued. */
  earliestFree = 0;
  /** The first cycle in which the SIMD must be free, counting everything that its waves may have issued. */
  latestFree = 0;
  /** The cycle in which the SIMD last started a wave. */
  startedAt = -1;
}

/** Tracks a wave's bursts of instructions. Each is reported in one cycle and ends when the wave yields. */
export class WaveIssue {
  /** Whether the wave continued after its last burst without waiting for other units. */
  isContinuing = false;
  /** If the wave continued, the first cycle in which its SIMD could start it. */
  earliest = 0;
  /** If the wave continued, the cycle by which its SIMD had to start it, unless other waves delayed it. */
  latest = 0;
  /** Whether the wave has been alone on its SIMD since its last report, so no other wave can have delayed it. */
  isAlone = false;
  private cycle = -1;
  private cycles = 0;
  /**
   * Number of issue cycles after the last wait. Only these are known to occupy the SIMD, since a wave that
   * stops at a wait takes up no issue cycles.
   */
  private sinceWait = 0;
  /** The byte offset of the last reported instruction. */
  private lastPc = -1;
  /** Whether the wave is held up by something with no known maximum duration. */
  private isHeld = false;
  /** Number of arrivals at the SIMD when the wave was last reported, if it was alone there; otherwise -1. */
  private arrivalCountWhenAlone = -1;
  private willContinue = false;
  private readonly cyclesUpTo: Int32Array;

  constructor(
    readonly simd: SimdIssueState,
    readonly program: DecodedProgram,
  ) {
    this.cyclesUpTo = sumIssueCycles(program);
  }

  /**
   * Records that the wave issues again in the given cycle. Sets `isContinuing` and `isAlone`, which determine
   * whether the bounds `earliest` and `latest` apply.
   */
  begin(cycle: number): void {
    this.isContinuing = this.willContinue && cycle !== this.cycle;
    if (cycle === this.cycle) return;
    this.isAlone = this.simd.waveCount === 1 && this.simd.arrivalCount === this.arrivalCountWhenAlone;
    this.willContinue = false;
    this.cycle = cycle;
    this.cycles = 0;
    this.sinceWait = 0;
    this.isHeld = false;
  }

  /** Adds the instructions at byte offsets `first` to `last`, repeated `times` times. */
  issue(first: number, last: number, isWait: boolean, times: number): void {
    const { cyclesUpTo, program } = this;
    const firstIndex = findInstructionIndex(program, first);
    const lastIndex = findInstructionIndex(program, last);
    if (firstIndex < 0 || lastIndex < firstIndex) return;
    // A wait within a vector instruction is reported again together with the instruction.
    const startIndex = first === this.lastPc && !isWait ? firstIndex + 1 : firstIndex;
    const cycles = times * Math.max(0, cyclesUpTo[lastIndex + 1] - cyclesUpTo[startIndex]);
    this.cycles += cycles;
    this.sinceWait = isWait ? cyclesUpTo[lastIndex + 1] - cyclesUpTo[lastIndex] : this.sinceWait + cycles;
    this.lastPc = last;
  }

  /** Records that something other than instruction issue is holding up the wave. */
  hold(): void {
    this.isHeld = true;
    this.willContinue = false;
  }

  /**
   * Ends the burst, because the stream continues with other waves or cycles. `maxGap` is the maximum number of
   * cycles per instruction.
   */
  end(maxGap: number): void {
    const { cycle, cycles, simd } = this;
    simd.latestFree = Math.max(simd.latestFree, cycle) + cycles;
    this.arrivalCountWhenAlone = simd.waveCount === 1 ? simd.arrivalCount : -1;
    if (this.isHeld || this.mayHaveStopped()) return;
    simd.earliestFree = Math.max(simd.earliestFree, cycle) + this.sinceWait;
    this.willContinue = true;
    this.earliest = simd.earliestFree;
    this.latest = Math.max(cycle + cycles * maxGap, simd.latestFree);
  }

  /**
   * Returns whether the wave may have stopped: at a wait, at a sleep, or after the branch of a loop that has no effect.
   * A sleep is not reported if an earlier exit ends it immediately (U9).
   */
  private mayHaveStopped(): boolean {
    const index = findInstructionIndex(this.program, this.lastPc);
    if (index < 0) return true;
    const { instructions } = this.program;
    const next = instructions[index + 1];
    return instructions[index].kind === 'branch' || next?.kind === 'sleep' || next?.wait !== undefined;
  }
}
