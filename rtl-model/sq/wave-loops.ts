import { type FieldRules, REPORTED } from '../fingerprint/field-rule.js';
import { CHECK_INTERVAL } from './spec.js';

/** A loop that a wave never leaves. */
export interface EndlessLoop {
  /** Index of its first instruction, followed by that of its last. */
  readonly first: number;
  readonly last: number;
  /**
   * `no-way-out` means that no path leads from the loop to an end, and `same-state` that every iteration ends in the same
   * state.
   */
  readonly why: 'no-way-out' | 'same-state';
}

/** The rule for fields of the infinite-loop watch, which does nothing before its first check. */
export const WATCH_ONLY = {
  excluded: `read only by the endless-loop watch, from round ${CHECK_INTERVAL}; by then the number of rounds distinguishes states`,
};

/** A wave's state in the infinite-loop search. */
export class WaveLoops {
  /** How each field contributes to the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveLoops> = {
    rounds: {
      reason: 'where the endless-loop watch continues',
      write: (rounds: number, walk) => walk.hash.word(rounds < CHECK_INTERVAL ? 0 : rounds),
    },
    first: WATCH_ONLY,
    last: WATCH_ONLY,
    lookAt: WATCH_ONLY,
    probe: WATCH_ONLY,
    expected: WATCH_ONLY,
    loadedFrom: REPORTED,
    executed: REPORTED,
  };

  /**
   * Number of backward branches so far, followed by the first and the last instruction that the latest of them looped over.
   */
  rounds = 0;
  first = -1;
  last = -1;
  /** The loop in which the wave rests, either forever or until new work starts. */
  endless: EndlessLoop | undefined;
  /** The iteration at which the watch makes its next unconditional check. 0 means every iteration. */
  lookAt = CHECK_INTERVAL;
  /** The scalar register that last differed from the watched state, followed by its value in that state. */
  private probe = 0;
  private expected = 0;
  /** The address that its first lane last loaded from, or -1 if there is none. */
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
   * Whether the watch need not compare states at the end of an iteration, because it is too early or because the scalar
   * registers `s` certainly differ from the watched state.
   */
  hasChanged(s: Int32Array): boolean {
    if (this.rounds < CHECK_INTERVAL) return true;
    return this.rounds < this.lookAt && s[this.probe] !== this.expected;
  }

  /**
   * Sets the value of a scalar register in the watched state, and the iteration `lookAt` of the next unconditional check.
   */
  expect(register: number, value: number, lookAt: number): void {
    this.probe = register;
    this.expected = value;
    this.lookAt = lookAt;
  }
}
