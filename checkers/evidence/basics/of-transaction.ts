import type { Transaction } from '../../../transactions/index.js';

/**
 * A ledger's result for one transaction. It is valid while that transaction is handed to the rules, and the next one replaces it:
 * the reader passes the transaction, and passing an old one throws.
 *
 * Example: `accesses.issuedOrPerformed.at(t)` in a handler of `memory-issued` is the record of the access that `t` issues.
 */
export class OfTransaction<K extends Transaction, T> {
  private transaction: K | undefined;
  private value: T | undefined;

  /** Reports what became of a transaction. */
  set(transaction: K, value: T | undefined): void {
    this.transaction = transaction;
    this.value = value;
  }

  /** What was made of the transaction in hand; undefined where that is nothing, or the ledger has nothing to do. */
  at(transaction: K): T | undefined {
    if (this.transaction !== undefined && this.transaction !== transaction)
      throw new Error(
        `a ${transaction.kind} of cycle ${transaction.cycle} is asked for when another one is at hand`,
      );
    return this.value;
  }
}
