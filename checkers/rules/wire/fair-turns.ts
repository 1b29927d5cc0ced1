import { NEVER } from '../../evidence/ledger/wave-record.js';

/**
 * Number of grants that another party may get while a request is the oldest of its queue: one in the rest of the current round,
 * and one in the next.
 */
export const OVERTAKEN_MAX = 2;

/** Grants of a unit that serves several parties in fair turns, such as a processor's sequencers. Plain state. */
export class FairTurns {
  /** The cycles of each party's last grants, oldest first. */
  private readonly grants: readonly number[][];

  /** @param partyCount number of parties, counted from 0 */
  constructor(partyCount: number) {
    this.grants = Array.from({ length: partyCount }, () => []);
  }

  /** Records a grant to one party; a second one in the same cycle adds nothing. */
  grant(party: number, cycle: number): void {
    const grants = this.grants[party];
    if (grants.at(-1) === cycle) return;
    grants.push(cycle);
    if (grants.length > OVERTAKEN_MAX + 1) grants.shift();
  }

  /**
   * The party that got more than its turns while a request of `party`, made in cycle `requestedCycle`, waited; undefined if none
   * did.
   */
  greedyParty(party: number, requestedCycle: number): number | undefined {
    // A request is its queue's oldest once the one before it has been granted.
    const oldestSince = Math.max(requestedCycle, this.grants[party].at(-1) ?? NEVER);
    for (let other = 0; other < this.grants.length; other++) {
      if (other === party) continue;
      const own = this.grants[other]!;
      let later = 0;
      for (let i = 0; i < own.length; i++) if (own[i]! > oldestSince) later++;
      if (later > OVERTAKEN_MAX) return other;
    }
    return undefined;
  }
}
