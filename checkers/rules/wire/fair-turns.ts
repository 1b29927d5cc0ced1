import { NEVER } from '../../evidence/ledger/wave-record.js';

/** Grants another may get while a request is its queue's oldest: the rest of one round, and one of the next. */
export const OVERTAKEN_MAX = 2;

/** Grants of a unit that serves several parties in fair turns, such as a processor's sequencers. Plain state. */
export class FairTurns {
  /** By number: the cycles of its last grants, oldest first. */
  private readonly grants: readonly number[][];

  /** @param parties number of parties, counted from 0 */
  constructor(parties: number) {
    this.grants = Array.from({ length: parties }, () => []);
  }

  /** Records a grant to one of them; a second one in the same cycle adds nothing. */
  grant(party: number, cycle: number): void {
    const own = this.grants[party];
    if (own.at(-1) === cycle) return;
    own.push(cycle);
    if (own.length > OVERTAKEN_MAX + 1) own.shift();
  }

  /**
   * The party that was granted more than its turns while a request of `party`, made in cycle `asked`, waited;
   * undefined if none was.
   */
  greedy(party: number, asked: number): number | undefined {
    // A request is its queue's oldest once the one before it has been granted.
    const oldestSince = Math.max(asked, this.grants[party].at(-1) ?? NEVER);
    const found = this.grants.findIndex(
      (each, other) => other !== party && each.filter((grant) => grant > oldestSince).length > OVERTAKEN_MAX,
    );
    return found < 0 ? undefined : found;
  }
}
