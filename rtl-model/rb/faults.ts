import { QUAD_COLUMN } from '../../transactions/index.js';
import type { FaultTable } from '../context.js';
import type { CLEAN_MERGE } from './output-merger.js';

/** Faults in the output merger. */
export const MERGE_FAULTS: FaultTable<typeof CLEAN_MERGE> = {
  F37: () => ({
    enqueue: (queue, wave) => {
      const last = queue.at(-1);
      const keepsOrder = last === undefined || getLeadingCoverageMask(wave) === getLeadingCoverageMask(last);
      queue.splice(keepsOrder ? queue.length : queue.length - 1, 0, wave);
    },
  }),
};

/** Returns the covered samples of a wave's first two fragments. */
function getLeadingCoverageMask({ quads }: { readonly quads: Int32Array }): number {
  return quads[QUAD_COLUMN.MASK01];
}
