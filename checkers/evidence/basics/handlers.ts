import type {
  InstructionsIssued,
  Handlers as OfKinds,
  TransactionKind,
} from '../../../transactions/index.js';

/** One function for each transaction kind that its owner handles, and one for repeated stretches. */
export interface Handlers extends OfKinds {
  /**
   * Handles `times` more stretches that equal the last one in every field, like the same number of
   * `instructions-issued` calls. It exists because a loop without visible effect reports one stretch dozens
   * of times in a cycle. Stretches are batched only if every owner that handles them has this function.
   */
  readonly 'instructions-repeated'?: (stretch: InstructionsIssued, times: number) => void;
}

/** For owners that learn nothing from repeated instructions. */
export const ignoreRepeats: NonNullable<Handlers['instructions-repeated']> = () => undefined;

/** Receives the periods of the stream in which nothing happened. */
export interface PauseWatch {
  /** The maximum length, in cycles, of a pause that is not reported. */
  readonly longerThan: number;
  /**
   * Called when a pause ends, with the kind of the transaction that ends it. No handler has received that
   * transaction yet.
   */
  readonly onEnd: (since: number, until: number, kind: TransactionKind) => void;
}
