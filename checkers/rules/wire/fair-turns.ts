import { NEVER } from '../../evidence/ledger/wave-record.js';

/** Grants that another one may get while a request is the oldest of its own: the rest of one round, and one of the next. */
export const OVERTAKEN_MAX = 2;

/** Grants of a unit that serves several in fair turns, such as the sequencers of a processor. Plain state. */
export class FairTurns {
  /** By number: the cycles of its last grants, oldest first. */
  private readonly grants: readonly number[][];

  /** @param parties how many there are, counted from 0 */
  constructor(parties: number) {
    this.grants = Array.from({ length: parties }, () => []);
  }

  /** Takes in a grant to one of them; a second one in the same cycle adds nothing. */
  grant(party: number, cycle: number): void {
    const own = this.grants[party];
    if (own.at(-1) === cycle) return;
    own.push(cycle);
    if (own.length > OVERTAKEN_MAX + 1) own.shift();
  }

  /** The one that got more than its turns while a request of `party` waited, made in cycle `asked`; undefined if none did. */
  greedy(party: number, asked: number): number | undefined {
    // A request is the oldest of its own once the one before it has been granted.
    const oldestSince = Math.max(asked, this.grants[party].at(-1) ?? NEVER);
    const found = this.grants.findIndex(
      (each, other) => other !== party && each.filter((grant) => grant > oldestSince).length > OVERTAKEN_MAX,
    );
    return found < 0 ? undefined : found;
  }
}
