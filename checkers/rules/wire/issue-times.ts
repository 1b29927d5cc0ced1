import type { DecodedProgram } from '../../../arch/index.js';
import { issueCyclesUpTo } from '../../evidence/program/issue-cycles.js';
import { indexAt } from '../../evidence/program/programs.js';

/** One SIMD as its waves show it. */
export class SimdTime {
  /** Waves on it, and how often one has come. */
  waves = 0;
  arrivals = 0;
  /** First cycle in which all that its waves surely issued is through, and the same for all that they may have. */
  leastFree = 0;
  mostFree = 0;
  /** Cycle in which it last started a wave. */
  startedAt = -1;
}

/** What a wave issues in one cycle of the stream, up to the instruction at which it gives way to others. */
export class WaveIssue {
  /** Whether the wave goes on by itself after what it issued before: other units have no part in it. */
  goesOn = false;
  /** Then the first cycle in which its SIMD can start it, and the last one unless others are in the way. */
  least = 0;
  most = 0;
  /** Whether the wave has been alone on its SIMD since it was last told: one that left meanwhile may have been in its way. */
  isAlone = false;
  private cycle = -1;
  /** Issue cycles of the whole burst, and of the part after the last wait: a wave that stops at a wait is charged nothing. */
  private cycles = 0;
  private sinceWait = 0;
  /** Byte offset of the last instruction that was told, and whether something holds the wave that bounds do not know. */
  private lastPc = -1;
  private isHeld = false;
  /** Arrivals at the SIMD when the wave was last told and had it to itself, -1 where it had not. */
  private aloneAt = -1;
  private willGoOn = false;
  private readonly upTo: Int32Array;

  constructor(
    readonly simd: SimdTime,
    readonly program: DecodedProgram,
  ) {
    this.upTo = issueCyclesUpTo(program);
  }

  /** The wave issues again, in this cycle: tells in `goesOn` to `isAlone` when it had to. */
  begin(cycle: number): void {
    this.goesOn = this.willGoOn && cycle !== this.cycle;
    if (cycle === this.cycle) return;
    this.isAlone = this.simd.waves === 1 && this.simd.arrivals === this.aloneAt;
    this.willGoOn = false;
    this.cycle = cycle;
    this.cycles = 0;
    this.sinceWait = 0;
    this.isHeld = false;
  }

  /** Takes in instructions at byte offsets `first` to `last`, that often in a row. */
  issue(first: number, last: number, isWait: boolean, times: number): void {
    const { upTo, program } = this;
    const from = indexAt(program, first);
    const to = indexAt(program, last);
    if (from < 0 || to < from) return;
    // A wait that is part of a vector instruction is told with it once more.
    const begin = first === this.lastPc && !isWait ? from + 1 : from;
    const cycles = times * Math.max(0, upTo[to + 1] - upTo[begin]);
    this.cycles += cycles;
    this.sinceWait = isWait ? upTo[to + 1] - upTo[to] : this.sinceWait + cycles;
    this.lastPc = last;
  }

  /** Something other than the issue of its instructions holds the wave now. */
  hold(): void {
    this.isHeld = true;
    this.willGoOn = false;
  }

  /** The stream goes on to other waves or cycles; `gap` is the most that an instruction may take. */
  end(gap: number): void {
    const { cycle, cycles, simd } = this;
    simd.mostFree = Math.max(simd.mostFree, cycle) + cycles;
    this.aloneAt = simd.waves === 1 ? simd.arrivals : -1;
    if (this.isHeld || this.stopsOnItsOwn()) return;
    simd.leastFree = Math.max(simd.leastFree, cycle) + this.sinceWait;
    this.willGoOn = true;
    this.least = simd.leastFree;
    this.most = Math.max(cycle + cycles * gap, simd.mostFree);
  }

  /**
   * Whether the wave may have stopped at a wait, or after a branch in a loop that changes nothing, or come to a sleep, of which nothing is
   * told where an exit that came before ends it at once (U9).
   */
  private stopsOnItsOwn(): boolean {
    const at = indexAt(this.program, this.lastPc);
    if (at < 0) return true;
    const { instructions } = this.program;
    const next = instructions[at + 1];
    return instructions[at].kind === 'branch' || next?.kind === 'sleep' || next?.wait !== undefined;
  }
}
