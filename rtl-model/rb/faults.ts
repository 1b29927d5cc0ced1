import { QUAD_COLUMN } from '../../transactions/index.js';
import type { FaultTable } from '../context.js';

/** The merge order of waves: each packer queues its waves in the order they were formed. */
export interface MergeOutputs {
  /** Adds a formed wave to a packer's queue. */
  enqueue: <QueuedWave extends { readonly quads: Int32Array }>(queue: QueuedWave[], wave: QueuedWave) => void;
}

export const CLEAN_MERGE: MergeOutputs = {
  enqueue: (queue, wave) => {
    queue.push(wave);
  },
};

/** Faults in the output merger. */
export const MERGE_FAULTS: FaultTable<MergeOutputs> = {
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
