import type {
  InstructionsIssued,
  Handlers as KindHandlers,
  TransactionKind,
} from '../../../transactions/index.js';

/** A handler for each kind of transaction the owner handles, and optionally one for repeated instruction batches. */
export interface Handlers extends KindHandlers {
  /**
   * Handles `times` more batches identical to the last one, with the same effect as that many `instructions-issued`
   * calls. A loop without visible effects reports the same batch dozens of times in a cycle. Repeats are counted
   * only if every owner that handles batches has this handler.
   */
  readonly 'instructions-repeated'?: (batch: InstructionsIssued, times: number) => void;
}

/** A handler for owners that can ignore repeated batches. */
export const ignoreRepeats: NonNullable<Handlers['instructions-repeated']> = () => undefined;

/** A callback for long pauses in the stream. */
export interface PauseWatch {
  /** Maximum length of an unreported pause, in cycles. */
  readonly maxIgnoredPause: number;
  /**
   * Called when a pause ends, with the kind of the transaction that ends it, before any handler receives that
   * transaction.
   */
  readonly onEnd: (since: number, until: number, kind: TransactionKind) => void;
}
