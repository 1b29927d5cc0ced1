import { PAIR_SLOTS } from '../../coverage/index.js';

/** What an event pair that only one test had is worth, in bins that only one test hit. */
const PAIR_WORTH = 0.1;
/** What a rule that only one test armed is worth, in bins that only one test hit. */
const RULE_WORTH = 1;

/** Tracks behaviour that only one of a run's tests showed. */
export class BehaviourNovelty {
  /** By the behaviour's number: the sequence of the only test that showed it; undefined once there are two such tests. */
  private readonly seen = new Map<number, string | undefined>();

  /** Records what a test of this sequence did. */
  add(sequence: string, behaviour: readonly number[]): void {
    for (const number of behaviour) this.seen.set(number, this.seen.has(number) ? undefined : sequence);
  }

  /** What the behaviour that only one test showed is worth, by the sequence of that test. */
  bySequence(): ReadonlyMap<string, number> {
    const worth = new Map<string, number>();
    for (const [number, sequence] of this.seen)
      if (sequence !== undefined)
        worth.set(sequence, (worth.get(sequence) ?? 0) + (number < PAIR_SLOTS ? PAIR_WORTH : RULE_WORTH));
    return worth;
  }
}
