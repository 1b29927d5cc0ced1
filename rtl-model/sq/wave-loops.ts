import { type FieldRules, REPORTED } from '../fingerprint/field-rule.js';
import { ROUNDS_APART } from './spec.js';

/** A loop a wave never leaves. */
export interface EndlessLoop {
  /** Indices of its first and last instruction. */
  readonly first: number;
  readonly last: number;
  /** `no-way-out`: no path leads from it to an end. `same-state`: each iteration ends like the previous one. */
  readonly why: 'no-way-out' | 'same-state';
}

/** Kept by the endless-loop watch, which does nothing before its first look. */
export const OF_WATCH = {
  excluded: `only the watch for endless loops reads it, from round ${ROUNDS_APART} on; then the number of rounds keeps states apart`,
};

/** A wave's state for the endless-loop search. */
export class WaveLoops {
  /** Which of its fields are device state. */
  static readonly fingerprint: FieldRules<WaveLoops> = {
    rounds: {
      why: 'where the endless-loop watch continues',
      write: (rounds: number, walk) => walk.hash.word(rounds < ROUNDS_APART ? 0 : rounds),
    },
    first: OF_WATCH,
    last: OF_WATCH,
    lookAt: OF_WATCH,
    probe: OF_WATCH,
    expected: OF_WATCH,
    loadedFrom: REPORTED,
    executed: REPORTED,
  };

  /** Backward branches so far, and the instructions the last one looped over. */
  rounds = 0;
  first = -1;
  last = -1;
  /** The loop in which it rests, forever or until something new starts. */
  endless: EndlessLoop | undefined;
  /** Iteration at which the watch next looks in any case; 0 for every iteration. */
  lookAt = ROUNDS_APART;
  /** Scalar register that last differed from the watched state, and its value there. */
  private probe = 0;
  private expected = 0;
  /** Address its first lane last loaded from, -1 if none. */
  loadedFrom = -1;
  /** Instructions executed so far. */
  executed = 0;

  reset(): void {
    this.rounds = 0;
    this.lookAt = ROUNDS_APART;
    this.probe = 0;
    this.expected = 0;
    this.first = -1;
    this.last = -1;
    this.endless = undefined;
    this.loadedFrom = -1;
    this.executed = 0;
  }

  /**
   * Whether an iteration ending with scalar registers `s` certainly differs from the watched state, so that
   * the watch need not compare.
   */
  goesOn(s: Int32Array): boolean {
    if (this.rounds < ROUNDS_APART) return true;
    return this.rounds < this.lookAt && s[this.probe] !== this.expected;
  }

  /** The watched state has `value` in a scalar register; the watch looks at iteration `lookAt` in any case. */
  expect(register: number, value: number, lookAt: number): void {
    this.probe = register;
    this.expected = value;
    this.lookAt = lookAt;
  }
}
