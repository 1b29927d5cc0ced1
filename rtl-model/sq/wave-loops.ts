import { type FieldRules, REPORTED } from '../fingerprint/field-rule.js';
import { CHECK_INTERVAL } from './spec.js';

/** A loop that a wave never leaves. */
export interface EndlessLoop {
  /** Indices of its first and last instruction. */
  readonly first: number;
  readonly last: number;
  /** `no-way-out`: no path leads from the loop to an end. `same-state`: every iteration ends in the same state. */
  readonly why: 'no-way-out' | 'same-state';
}

/** For fields of the endless-loop watch, which does nothing before its first check. */
export const WATCH_ONLY = {
  excluded: `read only by the endless-loop watch, from round ${CHECK_INTERVAL}; by then the number of rounds distinguishes states`,
};

/** A wave's state for the endless-loop search. */
export class WaveLoops {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveLoops> = {
    rounds: {
      why: 'where the endless-loop watch continues',
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

  /** Backward branches so far, and the instructions the last one looped over. */
  rounds = 0;
  first = -1;
  last = -1;
  /** The loop in which the wave rests, forever or until something new starts. */
  endless: EndlessLoop | undefined;
  /** Iteration of the watch's next unconditional check; 0 for every iteration. */
  lookAt = CHECK_INTERVAL;
  /** Scalar register that last differed from the watched state, and its value there. */
  private probe = 0;
  private expected = 0;
  /** Address its first lane last loaded from, -1 if none. */
  loadedFrom = -1;
  /** Instructions executed so far. */
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
   * Whether the watch need not compare at the end of an iteration: it is too early, or the scalar registers `s` certainly differ
   * from the watched state.
   */
  hasChanged(s: Int32Array): boolean {
    if (this.rounds < CHECK_INTERVAL) return true;
    return this.rounds < this.lookAt && s[this.probe] !== this.expected;
  }

  /** Sets a scalar register's value in the watched state, and the iteration `lookAt` of the next unconditional check. */
  expect(register: number, value: number, lookAt: number): void {
    this.probe = register;
    this.expected = value;
    this.lookAt = lookAt;
  }
}
