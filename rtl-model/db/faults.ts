import type { FaultId } from '../../transactions/index.js';

/** What the overlap tracker drives. Sequences count the waves of one packer. */
export interface OverlapOutputs {
  /** The wave reported as newest, given the newest and the oldest unfinished wave that was met. */
  newest: (newest: number, oldest: number) => number;
  /** Whether a wave that covered a unit still counts there. */
  isOpen: (exited: boolean, launched: boolean) => boolean;
  /** Whether a quad that finds no entry in the table is forgotten. */
  forgets: () => boolean;
}

export const CLEAN_OVERLAP: OverlapOutputs = {
  newest: (newest) => newest,
  isOpen: (exited) => !exited,
  forgets: () => false,
};

/** Faults of the depth block's overlap detection. */
export const OVERLAP_FAULTS: Readonly<Partial<Record<FaultId, Partial<OverlapOutputs>>>> = {
  F19: { isOpen: (exited, launched) => !exited && launched },
  F22: { newest: (_newest, oldest) => oldest },
  F23: { newest: (newest) => newest - 1 },
  F25: { forgets: () => true },
  F26: { isOpen: (exited, launched) => !exited && !launched },
};
