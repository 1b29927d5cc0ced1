import type { TransactionKind } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';

/** Returns whether a kind has occurred. */
export type Saw = (kind: TransactionKind) => boolean;

/** Determines which transaction kinds a stream should have contained but did not. */
export interface StreamSource {
  /** Receives the stream after the ledgers. */
  readonly handlers: readonly Handlers[];
  /** Returns whether a kind is missing. `hasFired` tells whether the rule that asks found something. */
  isMissing(kind: TransactionKind, saw: Saw, hasFired: boolean): boolean;
  /** Returns whether no later transaction can make the kind missing. */
  isSettled(kind: TransactionKind, saw: Saw): boolean;
  /** Returns the name of a missing kind for messages. */
  nameOf(kind: TransactionKind): string;
}
