import type { Transaction, TransactionKind } from './transaction.js';

/** One function for each `kind` of transaction that its owner wants to see. Other kinds cost nothing (trace.md). */
export type Handlers = {
  readonly [K in TransactionKind]?: (transaction: Extract<Transaction, { readonly kind: K }>) => void;
};
