import type { FaultId } from '../../transactions/index.js';

/** What the packer drives; a fault replaces an output and leaves the bookkeeping alone. */
export interface PackerOutputs {
  /** Whether a quad that overlaps one in the forming wave closes that wave first (S-060). */
  closesOnOverlap: () => boolean;
}

export const CLEAN_PACKER: PackerOutputs = { closesOnOverlap: () => true };

/** Faults of the packers. */
export const PACKER_FAULTS: Readonly<Partial<Record<FaultId, Partial<PackerOutputs>>>> = {
  F08: { closesOnOverlap: () => false },
  F09: { closesOnOverlap: () => false },
};

/** What the binner and the region map drive. */
export interface ScanOutputs {
  /** Primitive at a place of a batch that holds `first` up to `end` and is replayed in several bins. */
  replayed: (place: number, first: number, end: number) => number;
  /** How far the packers of a draw are moved on among themselves. */
  regionShift: (draw: number) => number;
  /** Whether a draw is shaded at the finest rate, given that its state forces that. */
  forcesFineRate: (forced: boolean) => boolean;
}

export const CLEAN_SCAN: ScanOutputs = {
  replayed: (place) => place,
  regionShift: () => 0,
  forcesFineRate: (forced) => forced,
};

/** Faults of the scan converter's front end. */
export const SCAN_FAULTS: Readonly<Partial<Record<FaultId, Partial<ScanOutputs>>>> = {
  F06: { regionShift: (draw) => draw },
  F16: { replayed: (place, first, end) => end - 1 - (place - first) },
};
