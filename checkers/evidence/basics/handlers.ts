import type {
  InstructionsIssued,
  Handlers as KindHandlers,
  TransactionKind,
} from '../../../transactions/index.js';

/** A handler for each kind of transaction that the owner handles, and optionally one for repeated stretches. */
export interface Handlers extends KindHandlers {
  /**
   * Handles `times` more stretches identical to the last one, with the same effect as that many `instructions-issued`
   * calls. A loop without visible effects reports the same stretch dozens of times in a cycle. Stretches are batched
   * only if every owner that handles them has this handler.
   */
  readonly 'instructions-repeated'?: (stretch: InstructionsIssued, times: number) => void;
}

/** A handler for owners that can ignore repeated instructions. */
export const ignoreRepeats: NonNullable<Handlers['instructions-repeated']> = () => undefined;

/** A callback for long pauses in the stream. */
export interface PauseWatch {
  /** Maximum length of an unreported pause, in cycles. */
  readonly longerThan: number;
  /**
   * Called when a pause ends, with the kind of the transaction that ends it, before any handler receives that
   * transaction.
   */
  readonly onEnd: (since: number, until: number, kind: TransactionKind) => void;
}
