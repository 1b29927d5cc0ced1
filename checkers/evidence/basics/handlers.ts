import type {
  InstructionsIssued,
  Handlers as OfKinds,
  TransactionKind,
} from '../../../transactions/index.js';

/** One function for each kind of transaction that its owner wants to see, and one for stretches in a row. */
export interface Handlers extends OfKinds {
  /**
   * Takes `times` more stretches of instructions that equal the last one in every field, with the effect of as many calls of
   * `instructions-issued`: a loop without visible effect reports one stretch dozens of times in a cycle. They are reported together only if
   * every owner that takes stretches has this function.
   */
  readonly 'instructions-repeated'?: (stretch: InstructionsIssued, times: number) => void;
}

/** For owners that learn nothing from repeated instructions. */
export const addsNothing: NonNullable<Handlers['instructions-repeated']> = () => undefined;

/** Receives stretches of the stream in which nothing happened. */
export interface PauseWatch {
  /** Cycles that a pause may last without being reported. */
  readonly longerThan: number;
  /** A pause ended with a transaction of that kind, which no handler has seen yet. */
  readonly ended: (since: number, until: number, by: TransactionKind) => void;
}
