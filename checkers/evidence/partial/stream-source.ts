import type { TransactionKind } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';

/** Returns whether a kind has occurred. */
export type HasSeen = (kind: TransactionKind) => boolean;

/** Determines which kinds of transactions a stream should have contained but did not. */
export interface StreamSource {
  /** Receives the stream after the ledgers. */
  readonly handlers: readonly Handlers[];
  /** Whether a kind is missing. `hasFired` is whether the rule that reads it has found anything. */
  isMissing(kind: TransactionKind, saw: HasSeen, hasFired: boolean): boolean;
  /** Whether a kind is not missing and cannot become so later. */
  isSettled(kind: TransactionKind, saw: HasSeen): boolean;
  /** Returns a missing kind's name for messages. */
  getKindName(kind: TransactionKind): string;
}
