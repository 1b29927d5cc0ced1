import { PAIR_PLACES } from '../../coverage/index.js';

/** Value of an event pair only one test had, and of a rule only one test armed, in bins hit by only one test. */
const PAIR_WORTH = 0.1;
const RULE_WORTH = 1;

/** Behaviour unique to a run's tests. */
export class BehaviourNovelty {
  /** By number: the sequence of the only test with the behaviour; undefined once there are two. */
  private readonly seen = new Map<number, string | undefined>();

  /** Records what a test of this sequence did. */
  add(sequence: string, behaviour: readonly number[]): void {
    for (const number of behaviour) this.seen.set(number, this.seen.has(number) ? undefined : sequence);
  }

  /** By sequence, the value of behaviour shown by a single test, of that sequence. */
  bySequence(): ReadonlyMap<string, number> {
    const worth = new Map<string, number>();
    for (const [number, sequence] of this.seen)
      if (sequence !== undefined)
        worth.set(sequence, (worth.get(sequence) ?? 0) + (number < PAIR_PLACES ? PAIR_WORTH : RULE_WORTH));
    return worth;
  }
}
