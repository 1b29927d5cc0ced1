import type {
  InstructionsIssued,
  Handlers as KindHandlers,
  TransactionKind,
} from '../../../transactions/index.js';

/** One function per transaction kind that the owner handles, plus one for repeated stretches. */
export interface Handlers extends KindHandlers {
  /**
   * Handles `times` more stretches identical to the last one, equivalent to that many `instructions-issued`
   * calls. It exists because a loop without visible effect reports one stretch dozens of times in a cycle.
   * Stretches are batched only if every owner that handles them has this function.
   */
  readonly 'instructions-repeated'?: (stretch: InstructionsIssued, times: number) => void;
}

/** For owners to which repeated instructions make no difference. */
export const ignoreRepeats: NonNullable<Handlers['instructions-repeated']> = () => undefined;

/** Watches for gaps in the stream. */
export interface PauseWatch {
  /** Pauses of up to this many cycles are not reported. */
  readonly longerThan: number;
  /**
   * Called when a pause ends, with the kind of the transaction that ends it. No handler has received that
   * transaction yet.
   */
  readonly onEnd: (since: number, until: number, kind: TransactionKind) => void;
}
