import type { Transaction, TransactionKind } from './transaction.js';

/** One function a kind of transaction; a kind that is not named costs its owner nothing. */
export type Handlers = {
  readonly [K in TransactionKind]?: (transaction: Extract<Transaction, { readonly kind: K }>) => void;
};
