import type { FaultTable } from '../context.js';

/** The output of an overlap table to its packer, which faults can replace. */
export interface TableOutputs {
  /**
   * Whether a flush continues. `used` is the number of entries in use, and `overflows` is whether the next quad needs
   * an entry but none is free.
   */
  flushes: (used: number, overflows: boolean) => boolean;
}

export const CLEAN_TABLE: TableOutputs = { flushes: (used) => used > 0 };

/** Faults in the overlap tables. */
export const TABLE_FAULTS: FaultTable<TableOutputs> = {
  F258: () => ({ flushes: (_, overflows) => overflows }),
};
