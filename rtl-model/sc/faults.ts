import type { FaultId } from '../../transactions/index.js';

/** What the packer drives; a fault replaces an output and leaves the bookkeeping alone. */
export interface PackerOutputs {
  /** Whether a quad that overlaps one in the forming wave closes that wave first (S-060). */
  closesOnOverlap: () => boolean;
}

export const CLEAN_PACKER: PackerOutputs = { closesOnOverlap: () => true };

/** Faults of the scan converter and its packers. */
export const PACKER_FAULTS: Readonly<Partial<Record<FaultId, Partial<PackerOutputs>>>> = {
  F08: { closesOnOverlap: () => false },
};
