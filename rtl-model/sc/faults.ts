import type { FaultId } from '../../transactions/index.js';

/** What the packer drives; a fault replaces an output and leaves the bookkeeping alone. */
export interface PackerOutputs {
  /** Whether a quad that overlaps one in the forming wave, which `joined` such quads have joined, closes it first (S-060). */
  closesOnOverlap: (joined: number) => boolean;
  /** Whether a wave that is not full closes at the end of its draw, or when its next quad does not come (F15). */
  closesPartial: () => boolean;
  /** Whether a drain is over, given that all waves have ended (S-131). */
  drained: (empty: boolean) => boolean;
  /** Quads with which a wave counts as full, given what it has lanes for. */
  fullAt: (quads: number) => number;
  /** Whether a full id window holds a wave back (S-035). */
  heldByWindow: (full: boolean) => boolean;
  /** Ids that the window reaches, given those that it should (U22). */
  windowOf: (ids: number) => number;
  /** Bit of the intrawave mask for a layer that starts at a quad (S-062). */
  layerBit: (quad: number) => number;
  /** Running number that a wave's id is made of, given those in its packer and in the device, and how many earlier ones of the packer a draw's end has closed. */
  numberOfId: (sequence: number, inDevice: number, closedByDraws: number) => number;
}

export const CLEAN_PACKER: PackerOutputs = {
  closesOnOverlap: () => true,
  closesPartial: () => true,
  drained: (empty) => empty,
  fullAt: (quads) => quads,
  heldByWindow: (full) => full,
  windowOf: (ids) => ids,
  layerBit: (quad) => 1 << quad,
  numberOfId: (sequence) => sequence,
};

/** Faults of the packers. */
export const PACKER_FAULTS: Readonly<Partial<Record<FaultId, Partial<PackerOutputs>>>> = {
  F01: { numberOfId: (_sequence, inDevice) => inDevice },
  F04: { numberOfId: (sequence, _inDevice, closedByDraws) => sequence - closedByDraws },
  F05: { heldByWindow: () => false },
  F08: { closesOnOverlap: () => false },
  F09: { closesOnOverlap: () => false },
  F10: { layerBit: () => 0 },
  F11: { layerBit: (quad) => 1 << (quad + 1) },
  F14: { closesOnOverlap: (joined) => joined > 0 },
  F15: { closesPartial: () => false },
  F203: { drained: () => true },
  F204: { fullAt: (quads) => quads >> 1 },
  F206: { windowOf: (ids) => ids + 1 },
};

/** What the binner and the region map drive. */
export interface ScanOutputs {
  /** How many of a draw's primitives enter. */
  entering: (primitives: number) => number;
  /** Primitive at a place of a batch that holds `first` up to `end` and is replayed in several bins. */
  replayed: (place: number, first: number, end: number) => number;
  /** How far the packers of a draw are moved on among themselves. */
  regionShift: (draw: number) => number;
  /** Whether a draw is shaded at the finest rate, given that its state forces that. */
  forcesFineRate: (forced: boolean) => boolean;
}

export const CLEAN_SCAN: ScanOutputs = {
  entering: (primitives) => primitives,
  replayed: (place) => place,
  regionShift: () => 0,
  forcesFineRate: (forced) => forced,
};

/** Faults of the scan converter's front end. */
export const SCAN_FAULTS: Readonly<Partial<Record<FaultId, Partial<ScanOutputs>>>> = {
  F06: { regionShift: (draw) => draw },
  F16: { replayed: (place, first, end) => end - 1 - (place - first) },
  F18: { forcesFineRate: () => false },
  F208: { entering: (primitives) => primitives - 1 },
};
