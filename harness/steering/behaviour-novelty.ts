import { PAIR_PLACES } from '../../coverage/index.js';

/** Worth of a pair of events that one test alone had, and of a rule that one test alone armed, in bins that one test alone hit. */
const PAIR_WORTH = 0.1;
const RULE_WORTH = 1;

/** What the tests of a run did that no other test did. */
export class BehaviourNovelty {
  /** By number: the sequence of the one test that had it; undefined once there are two. */
  private readonly seen = new Map<number, string | undefined>();

  /** A test of this sequence did this. */
  add(sequence: string, behaviour: readonly number[]): void {
    for (const number of behaviour) this.seen.set(number, this.seen.has(number) ? undefined : sequence);
  }

  /** By sequence, the worth of behaviour that a single test of that sequence showed and no other test did. */
  bySequence(): ReadonlyMap<string, number> {
    const worth = new Map<string, number>();
    for (const [number, sequence] of this.seen)
      if (sequence !== undefined)
        worth.set(sequence, (worth.get(sequence) ?? 0) + (number < PAIR_PLACES ? PAIR_WORTH : RULE_WORTH));
    return worth;
  }
}
