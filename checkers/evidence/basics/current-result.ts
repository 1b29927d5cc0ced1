import type { Transaction } from '../../../transactions/index.js';

/**
 * A ledger's result for the current transaction. It is valid while that transaction is being passed to the rules,
 * until it is replaced by the result for the next one. Readers pass the transaction whose result they want; an earlier
 * one throws an error.
 *
 * Example: in a `memory-issued` handler, `accesses.issuedOrPerformed.at(t)` is the record of the access that `t`
 * issues.
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
        `the result for the ${transaction.kind} of cycle ${transaction.cycle} was requested, but another transaction is current`,
      );
    return this.value;
  }
}
