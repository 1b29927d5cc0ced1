import { type FieldRules, REPORTED } from '../fingerprint/field-rule.js';
import { ROUNDS_APART } from './spec.js';

/** A loop that a wave never leaves. */
export interface EndlessLoop {
  /** Indices of its first and last instruction. */
  readonly first: number;
  readonly last: number;
  /** `no-way-out`: no path leads from it to an end. `same-state`: each round ends as the one before it. */
  readonly why: 'no-way-out' | 'same-state';
}

/** Kept by the watch for endless loops, which does nothing before its first look. */
export const OF_WATCH = {
  leftOut: `only the watch for endless loops reads it, from round ${ROUNDS_APART} on; then the number of rounds keeps states apart`,
};

/** What the search for endless loops keeps of a wave. */
export class WaveLoops {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<WaveLoops> = {
    rounds: {
      why: 'the watch for endless loops looks from there on',
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

  /** Branches back so far, and the instructions between which the last one went round. */
  rounds = 0;
  first = -1;
  last = -1;
  /** The loop in which it rests for ever, or until something new begins. */
  endless: EndlessLoop | undefined;
  /** Round at which the watch looks again in any case; 0 for every round. */
  lookAt = ROUNDS_APART;
  /** Scalar register that differed last from the watched state, and its value there. */
  private probe = 0;
  private expected = 0;
  /** Address that its first lane loaded from last, -1 for none. */
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

  /** Whether a round that ends with scalar registers `s` certainly differs from the watched state, so that the watch need not compare. */
  goesOn(s: Int32Array): boolean {
    if (this.rounds < ROUNDS_APART) return true;
    return this.rounds < this.lookAt && s[this.probe] !== this.expected;
  }

  /** The watched state has `value` in a scalar register; the watch looks at round `lookAt` in any case. */
  expect(register: number, value: number, lookAt: number): void {
    this.probe = register;
    this.expected = value;
    this.lookAt = lookAt;
  }
}
