import type { FieldRow, KindIn } from './kinds/at.js';
import { BACKGROUND_ROWS } from './kinds/background.js';
import { EXECUTION_ROWS } from './kinds/execution.js';
import { FORMATION_ROWS } from './kinds/formation.js';
import { MEMORY_ROWS } from './kinds/memory.js';
import { END_ROWS } from './kinds/quiesced.js';
import { RESULT_ROWS } from './kinds/results.js';

/** The fields of each transaction kind in a trace, except `kind` and `cycle` (trace.md). */
export const TRACE_FIELDS = {
  ...FORMATION_ROWS,
  ...EXECUTION_ROWS,
  ...MEMORY_ROWS,
  ...RESULT_ROWS,
  ...BACKGROUND_ROWS,
  ...END_ROWS,
} as const satisfies Readonly<Record<string, FieldRow>>;

/** The kind of a transaction, such as `wave-formed` (trace.md). */
export type TransactionKind = keyof typeof TRACE_FIELDS;

/** A transaction of the given kind, or of one of several kinds. */
export type TransactionOf<K extends TransactionKind> = K extends K ? KindIn<typeof TRACE_FIELDS, K> : never;

/**
 * An event that a monitor on real hardware or RTL could also report. Typed arrays marked as borrowed are valid
 * only during the call that receives the transaction; copy them if you need to keep them (trace.md).
 */
export type Transaction = TransactionOf<TransactionKind>;

/** One function for each `kind` of transaction that its owner wants to see. Other kinds cost nothing (trace.md). */
export type Handlers = {
  readonly [K in TransactionKind]?: (transaction: TransactionOf<K>) => void;
};

/**
 * Receives transactions in order. Their arrays are views of memory that the model reuses. To keep one, copy
 * it with `slice` rather than `structuredClone`, which copies all of the underlying memory.
 */
export type TransactionSink = (transaction: Transaction) => void;
