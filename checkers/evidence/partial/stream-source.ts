import type { TransactionKind } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';

/** Whether a kind occurred. */
export type Saw = (kind: TransactionKind) => boolean;

/** Determines which transaction kinds a stream should have contained but did not. */
export interface StreamSource {
  /** Receives the stream after the ledgers. */
  readonly handlers: readonly Handlers[];
  /** Whether a kind is missing; `hasFired`: whether the requesting rule found something. */
  isMissing(kind: TransactionKind, saw: Saw, hasFired: boolean): boolean;
  /** Whether no later transaction can make the kind missing. */
  isSettled(kind: TransactionKind, saw: Saw): boolean;
  /** A missing kind as named in messages. */
  nameOf(kind: TransactionKind): string;
}
