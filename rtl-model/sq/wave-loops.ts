import { CHECK_INTERVAL } from './spec.js';

/** A loop that a wave never leaves. */
export interface EndlessLoop {
  /** Index of its first instruction. */
  readonly first: number;
  /** Index of its last instruction. */
  readonly last: number;
  /**
   * `no-way-out` if no path out of the loop reaches the end of the program, `same-state` if every iteration ends in the
   * same state.
   */
  readonly reason: 'no-way-out' | 'same-state';
}

/** Per-wave state of the infinite-loop detector. */
export class WaveLoops {
  /** Number of backward branches so far. */
  rounds = 0;
  /** First instruction of the loop closed by the latest backward branch. */
  first = -1;
  /** Last instruction of the loop closed by the latest backward branch. */
  last = -1;
  /** The loop that the wave is stopped in, either forever or until new work starts. */
  endless: EndlessLoop | undefined;
  /** The iteration of the next unconditional check. 0 means every iteration. */
  nextFullCheck = CHECK_INTERVAL;
  /** The scalar register that last differed from the watched state. */
  private probe = 0;
  /** The value of `probe` in the watched state. */
  private expected = 0;
  /** The address that the first active lane last loaded from, or -1 if there is none. */
  loadedFrom = -1;
  /** Number of instructions executed so far. */
  executed = 0;

  /**
   * Whether the state comparison can be skipped at the end of an iteration, because it is too early or because the
   * scalar registers `s` are known to differ from the watched state.
   */
  canSkipComparison(s: Int32Array): boolean {
    if (this.rounds < CHECK_INTERVAL) return true;
    return this.rounds < this.nextFullCheck && s[this.probe] !== this.expected;
  }

  /** Sets a scalar register's value in the watched state, and the iteration of the next unconditional check. */
  expect(register: number, value: number, nextFullCheck: number): void {
    this.probe = register;
    this.expected = value;
    this.nextFullCheck = nextFullCheck;
  }
}
