import type { TransactionKind } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';

/** Whether a transaction of the given kind has been seen. */
export type HasSeen = (kind: TransactionKind) => boolean;

/** Determines which kinds of transactions a stream should have contained but did not. */
export interface MissingKindDetector {
  /** Receives the stream after the ledgers. */
  readonly handlers: readonly Handlers[];
  /** Whether a kind is missing. `hasFired` says whether the rule that uses it has reported a violation. */
  isMissing(kind: TransactionKind, hasSeen: HasSeen, hasFired: boolean): boolean;
  /** Whether a kind is definitely not missing, now or later. */
  isSettled(kind: TransactionKind, hasSeen: HasSeen): boolean;
  /** Returns a missing kind's name for messages. */
  getKindName(kind: TransactionKind): string;
}
