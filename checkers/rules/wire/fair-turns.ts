import { NEVER } from '../../kit.js';

/**
 * Maximum number of grants that another requester may receive while a request is the oldest in its queue: one in
 * the remainder of the current round, and one in the next.
 */
export const MAX_OVERTAKES = 2;

/** Tracks the grants of a unit that must serve several requesters fairly, such as a processor's sequencers. */
export class FairnessTracker {
  /** The cycles of each requester's last grants, oldest first. */
  private readonly grants: readonly number[][];

  /** @param requesterCount number of requesters, which are numbered from 0 */
  constructor(requesterCount: number) {
    this.grants = Array.from({ length: requesterCount }, () => []);
  }

  /** Records a grant to one requester. A second grant in the same cycle is ignored. */
  grant(requester: number, cycle: number): void {
    const grants = this.grants[requester];
    if (grants.at(-1) === cycle) return;
    grants.push(cycle);
    if (grants.length > MAX_OVERTAKES + 1) grants.shift();
  }

  /**
   * Returns a requester that received more than its share of turns while a request that `requester` made in cycle
   * `requestedCycle` was waiting, or undefined if none did.
   */
  findRequesterOverLimit(requester: number, requestedCycle: number): number | undefined {
    for (let other = 0; other < this.grants.length; other++) {
      if (other === requester) continue;
      if (this.countTurns(other, requester, requestedCycle) > MAX_OVERTAKES) return other;
    }
    return undefined;
  }

  /**
   * Returns how many turns `other` has had while a request that `requester` made in cycle `requestedCycle` was the oldest
   * in its queue, which it becomes when the one before it is granted. At most `MAX_OVERTAKES` + 1 turns are counted.
   */
  countTurns(other: number, requester: number, requestedCycle: number): number {
    const oldestSince = Math.max(requestedCycle, this.grants[requester]!.at(-1) ?? NEVER);
    let count = 0;
    const grants = this.grants[other]!;
    for (let i = 0; i < grants.length; i++) if (grants[i]! > oldestSince) count++;
    return count;
  }
}
