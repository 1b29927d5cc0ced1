import type { FaultTable } from '../context.js';

/** What the order of merging drives. */
export interface MergeOutputs {
  /** Whether a wave merges after the one formed before it, given whether the coverage of their first fragments is the same. */
  follows: (sameCoverage: boolean) => boolean;
}

export const CLEAN_MERGE: MergeOutputs = { follows: () => true };

/** Faults of the output merger. */
export const MERGE_FAULTS: FaultTable<MergeOutputs> = {
  F37: () => ({ follows: (sameCoverage) => sameCoverage }),
};
