import type { FaultId } from '../../transactions/index.js';

/** What the overlap tracker drives. Sequences count the waves of one packer. */
export interface OverlapOutputs {
  /** The wave reported as newest, given the newest and the oldest unfinished wave that was met. */
  newest: (newest: number, oldest: number) => number;
}

export const CLEAN_OVERLAP: OverlapOutputs = { newest: (newest) => newest };

/** Faults of the depth block's overlap detection. */
export const OVERLAP_FAULTS: Readonly<Partial<Record<FaultId, Partial<OverlapOutputs>>>> = {
  F22: { newest: (_newest, oldest) => oldest },
};
