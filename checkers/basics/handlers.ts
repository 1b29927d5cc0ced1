import type { TransactionKind } from '../../transactions/index.js';

export type { Handlers } from '../../transactions/index.js';

/** Receives stretches of the stream in which nothing happened. */
export interface PauseWatch {
  /** Cycles that a pause may last without being reported. */
  readonly longerThan: number;
  /** A pause ended with a transaction of that kind, which no handler has seen yet. */
  readonly ended: (since: number, until: number, by: TransactionKind) => void;
}
