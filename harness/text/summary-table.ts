import type { Column } from './table.js';

/** A table in a report: its columns and rows. */
export interface SummaryTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}
