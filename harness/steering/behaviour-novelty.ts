import { PAIR_SLOTS } from '../../coverage/index.js';

/** The value of an event pair seen in only one test, where a bin hit by only one test counts as 1. */
const PAIR_VALUE = 0.1;
/** The value of a rule checked in only one test, where a bin hit by only one test counts as 1. */
const RULE_VALUE = 1;

/** Tracks behaviour shown by only one of a run's tests. */
export class BehaviourNovelty {
  /** For each behaviour number, the sequence of the only test that showed it; undefined once a second test has. */
  private readonly owners = new Map<number, string | undefined>();

  /** Records the behaviour of a test from the given sequence. */
  add(sequence: string, behaviour: readonly number[]): void {
    for (const number of behaviour) this.owners.set(number, this.owners.has(number) ? undefined : sequence);
  }

  /** Returns the total value of behaviour seen in only one test, keyed by that test's sequence. */
  valueBySequence(): ReadonlyMap<string, number> {
    const values = new Map<string, number>();
    for (const [number, sequence] of this.owners)
      if (sequence !== undefined)
        values.set(sequence, (values.get(sequence) ?? 0) + (number < PAIR_SLOTS ? PAIR_VALUE : RULE_VALUE));
    return values;
  }
}
