import type { DecodedProgram } from '../../../arch/index.js';
import type { Handlers } from '../basics/handlers.js';
import { sumIssueCycles } from '../program/issue-cycles.js';
import type { WaveLedger } from './waves.js';

const NO_SUMS = new Int32Array(0);

/**
 * Measures how long waves issue without a pause. All instructions of a wave that are reported in the same cycle form
 * one stretch (P-110). A program alone does not show how long a loop without visible effects runs, since that depends
 * on data.
 */
export class IssueBursts {
  /** Length of the longest stretch of any wave so far, in issue cycles. */
  longest = 0;
  readonly on: Handlers;
  private wave = -1;
  private cycle = -1;
  private cycles = 0;
  /** The last program looked up, cached along with its cumulative issue cycles. */
  private program: DecodedProgram | undefined;
  private cumulativeCycles = NO_SUMS;

  constructor(private readonly waves: WaveLedger) {
    this.on = {
      'instructions-issued': (t) => this.record(t.wave, t.cycle, this.countCycles(t.wave, t.first, t.last)),
      'instructions-repeated': (t, times) =>
        this.record(t.wave, t.cycle, times * this.countCycles(t.wave, t.first, t.last)),
      // A wait that does not stall is an ordinary instruction in the stretch.
      'wait-done': ({ cycle, wave, pc }) => this.record(wave, cycle, this.countCycles(wave, pc, pc)),
    };
  }

  /** Returns the issue cycles of the last reported stretch if it is from the given wave and cycle, otherwise 0. */
  getCycles(wave: number, cycle: number): number {
    return wave === this.wave && cycle === this.cycle ? this.cycles : 0;
  }

  private record(wave: number, cycle: number, cycles: number): void {
    const isContinued = wave === this.wave && cycle === this.cycle;
    this.wave = wave;
    this.cycle = cycle;
    this.cycles = isContinued ? this.cycles + cycles : cycles;
    if (this.cycles > this.longest) this.longest = this.cycles;
  }

  /**
   * Returns the issue cycles of a stretch. If the wave's draw is unknown, counts words instead, since every instruction
   * has at least one word.
   */
  private countCycles(wave: number, first: number, last: number): number {
    const decoded = this.waves.find(wave)?.facts.decoded;
    if (decoded === undefined) return ((last - first) >> 2) + 1;
    if (decoded !== this.program) {
      this.program = decoded;
      this.cumulativeCycles = sumIssueCycles(decoded);
    }
    const { cumulativeCycles } = this;
    const { indexByPc } = decoded;
    return cumulativeCycles[indexByPc[last >> 2] + 1] - cumulativeCycles[indexByPc[first >> 2]];
  }
}
