import type { TransactionKind } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';

/** Whether a kind came at all. */
export type Saw = (kind: TransactionKind) => boolean;

/** Tells which kinds of transaction a stream ought to have carried and did not. */
export interface StreamSource {
  /** Receives the stream after the ledgers. */
  readonly handlers: readonly Handlers[];
  /** Whether a kind is missing; `hasFired`: whether the rule that asks found something. */
  isMissing(kind: TransactionKind, saw: Saw, hasFired: boolean): boolean;
  /** Whether nothing that is yet to come can make the kind missing. */
  isSettled(kind: TransactionKind, saw: Saw): boolean;
  /** A kind that is missing, as messages name it. */
  nameOf(kind: TransactionKind): string;
}
