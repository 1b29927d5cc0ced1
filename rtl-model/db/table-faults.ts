import type { FaultTable } from '../context.js';

/** The output from an overlap table to its packer. Faults can replace it. */
export interface TableOutputs {
  /**
   * Returns whether a flush in progress should continue. `used` is the number of entries in use, and `overflows` is
   * true if the next quad needs an entry and none is free.
   */
  flushes: (used: number, overflows: boolean) => boolean;
}

export const CLEAN_TABLE: TableOutputs = { flushes: (used) => used > 0 };

/** Faults in the overlap tables. */
export const TABLE_FAULTS: FaultTable<TableOutputs> = {
  F258: () => ({ flushes: (_, overflows) => overflows }),
};
