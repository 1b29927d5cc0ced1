import { QUAD_COLUMN } from '../../transactions/index.js';
import type { FaultTable } from '../context.js';

/** The merge order of waves: each packer has a queue in formation order. */
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
      const staysInOrder = last === undefined || getFirstCoverage(wave) === getFirstCoverage(last);
      queue.splice(staysInOrder ? queue.length : queue.length - 1, 0, wave);
    },
  }),
};

/** Returns the covered samples of a wave's first two fragments. */
function getFirstCoverage({ quads }: { readonly quads: Int32Array }): number {
  return quads[QUAD_COLUMN.MASK01];
}
