import type { Column } from './table.js';

/** A table of a report: its rows under its columns. */
export interface SummaryTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}
