import { type FieldRules, REPORTED } from '../fingerprint/field-rule.js';
import { CHECK_INTERVAL } from './spec.js';

/** A loop that a wave never leaves. */
export interface EndlessLoop {
  /** Index of its first instruction. */
  readonly first: number;
  /** Index of its last instruction. */
  readonly last: number;
  /** `no-way-out` if no path leads from the loop to an end, `same-state` if every iteration ends in the same state. */
  readonly reason: 'no-way-out' | 'same-state';
}

/** The rule for fields used only by the endless-loop watch, which does nothing before its first check. */
export const WATCH_ONLY = {
  excluded: `read only by the endless-loop watch, from round ${CHECK_INTERVAL}, when rounds already tell states apart`,
};

/** A wave's state in the endless-loop watch. */
export class WaveLoops {
  /** How each field contributes to the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveLoops> = {
    rounds: {
      reason: 'how far the endless-loop watch has got',
      write: (rounds: number, walk) => walk.hash.addWord(rounds < CHECK_INTERVAL ? 0 : rounds),
    },
    first: WATCH_ONLY,
    last: WATCH_ONLY,
    lookAt: WATCH_ONLY,
    probe: WATCH_ONLY,
    expected: WATCH_ONLY,
    loadedFrom: REPORTED,
    executed: REPORTED,
  };

  /** Number of backward branches so far. */
  rounds = 0;
  /** First instruction that the latest backward branch looped over. */
  first = -1;
  /** Last instruction that the latest backward branch looped over. */
  last = -1;
  /** The loop that the wave is stopped in, either forever or until new work starts. */
  endless: EndlessLoop | undefined;
  /** The iteration at which the watch makes its next unconditional check. 0 means every iteration. */
  lookAt = CHECK_INTERVAL;
  /** The scalar register that last differed from the watched state. */
  private probe = 0;
  /** The value of `probe` in the watched state. */
  private expected = 0;
  /** The address that the first active lane last loaded from, or -1 if there is none. */
  loadedFrom = -1;
  /** Number of instructions executed so far. */
  executed = 0;

  reset(): void {
    this.rounds = 0;
    this.lookAt = CHECK_INTERVAL;
    this.probe = 0;
    this.expected = 0;
    this.first = -1;
    this.last = -1;
    this.endless = undefined;
    this.loadedFrom = -1;
    this.executed = 0;
  }

  /**
   * Whether the watch need not compare states at the end of an iteration, because it is too early or because the
   * scalar registers `s` are known to differ from the watched state.
   */
  hasChanged(s: Int32Array): boolean {
    if (this.rounds < CHECK_INTERVAL) return true;
    return this.rounds < this.lookAt && s[this.probe] !== this.expected;
  }

  /** Sets a scalar register's value in the watched state, and the iteration of the next unconditional check. */
  expect(register: number, value: number, lookAt: number): void {
    this.probe = register;
    this.expected = value;
    this.lookAt = lookAt;
  }
}
