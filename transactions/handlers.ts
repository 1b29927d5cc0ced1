import type { Transaction, TransactionKind } from './transaction.js';

/** One function per `kind` of transaction its owner wants to see; other kinds cost nothing (trace.md). */
export type Handlers = {
  readonly [K in TransactionKind]?: (transaction: Extract<Transaction, { readonly kind: K }>) => void;
};
