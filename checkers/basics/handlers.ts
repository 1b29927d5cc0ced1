import type { Transaction, TransactionKind } from '../../transactions/index.js';

/** One function a kind of transaction; a kind that is not named costs its owner nothing. */
export type Handlers = {
  readonly [K in TransactionKind]?: (transaction: Extract<Transaction, { readonly kind: K }>) => void;
};

/** Receives stretches of the stream in which nothing happened. */
export interface PauseWatch {
  /** Cycles that a pause may last without being reported. */
  readonly longerThan: number;
  /** A pause ended with a transaction of that kind, which no handler has seen yet. */
  readonly ended: (since: number, until: number, by: TransactionKind) => void;
}
