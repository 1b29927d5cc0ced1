import { PAIR_SLOTS } from '../../coverage/index.js';

/** The value of an event pair seen in only one test, relative to that of a bin hit by only one test. */
const PAIR_WORTH = 0.1;
/** The value of a rule checked in only one test, relative to that of a bin hit by only one test. */
const RULE_WORTH = 1;

/** Tracks behaviour shown by only one of a run's tests. */
export class BehaviourNovelty {
  /** For each behaviour number, the sequence of the only test that showed it; undefined once two tests have. */
  private readonly seen = new Map<number, string | undefined>();

  /** Records the behaviour of a test from the given sequence. */
  add(sequence: string, behaviour: readonly number[]): void {
    for (const number of behaviour) this.seen.set(number, this.seen.has(number) ? undefined : sequence);
  }

  /** The total value of behaviour seen in only one test, keyed by that test's sequence. */
  bySequence(): ReadonlyMap<string, number> {
    const value = new Map<string, number>();
    for (const [number, sequence] of this.seen)
      if (sequence !== undefined)
        value.set(sequence, (value.get(sequence) ?? 0) + (number < PAIR_SLOTS ? PAIR_WORTH : RULE_WORTH));
    return value;
  }
}
