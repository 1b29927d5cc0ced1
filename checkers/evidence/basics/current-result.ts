import type { Transaction } from '../../../transactions/index.js';

/**
 * A ledger's result for the current transaction, valid until the next one is passed to the rules. Readers pass the
 * transaction they want the result for, and get an error if it is not the current one.
 *
 * Example: in a `memory-issued` handler, `accesses.current.at(t)` is the record of the access that `t` issues.
 */
export class CurrentResult<K extends Transaction, T> {
  private transaction: K | undefined;
  private value: T | undefined;

  /** Sets the result for a transaction. */
  set(transaction: K, value: T | undefined): void {
    this.transaction = transaction;
    this.value = value;
  }

  /** Returns the result for the current transaction, or undefined if there is none or the ledger is inactive. */
  at(transaction: K): T | undefined {
    if (this.transaction !== undefined && this.transaction !== transaction)
      throw new Error(
        `the result was requested for the ${transaction.kind} at cycle ${transaction.cycle}, which is not the current transaction`,
      );
    return this.value;
  }
}
