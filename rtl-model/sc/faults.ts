import type { WaveClosing } from '../../transactions/index.js';
import type { FaultTable } from '../context.js';

/** A wave by its running numbers, in its packer and in the device. */
interface NumberedWave {
  readonly sequence: number;
  readonly number: number;
}

/** Outputs of the packer; a fault replaces an output and leaves the bookkeeping alone. */
export interface PackerOutputs {
  /** Why the forming wave closes before a quad that overlaps it (S-060); undefined: the quad joins it. */
  closing: (overlap: WaveClosing, forming: NumberedWave) => WaveClosing | undefined;
  /** Whether a drain is over, given that all waves have ended (S-131). */
  drained: (empty: boolean) => boolean;
  /** Number of quads at which a wave counts as full, given the number that its lanes hold. */
  fullAt: (quads: number) => number;
  /** Whether the id window holds a wave back, by its running number and that of the first one in the window (S-035). */
  heldByWindow: (full: boolean, sequence: number, first: number) => boolean;
  /** Ids that the window reaches, given those that it should (U22). */
  windowOf: (ids: number) => number;
  /** Bit of the intrawave mask for a layer that starts at a quad (S-062). */
  layerBit: (quad: number) => number;
  /** Running number from which the id of a wave is made, given why the wave was closed. */
  numberOfId: (wave: NumberedWave, reason: WaveClosing) => number;
}

export const CLEAN_PACKER: PackerOutputs = {
  closing: (overlap) => overlap,
  drained: (empty) => empty,
  fullAt: (quads) => quads,
  heldByWindow: (full) => full,
  windowOf: (ids) => ids,
  layerBit: (quad) => 1 << quad,
  numberOfId: ({ sequence }) => sequence,
};

/** Faults of the packers. */
export const PACKER_FAULTS: FaultTable<PackerOutputs> = {
  F01: () => ({ numberOfId: ({ number }) => number }),
  F04: () => {
    let closedByDraws = 0;
    return {
      numberOfId: ({ sequence }, reason) =>
        sequence - (reason === 'draw-end' ? closedByDraws++ : closedByDraws),
    };
  },
  F05: () => ({ heldByWindow: () => false }),
  F08: () => ({ closing: () => undefined }),
  F09: () => ({ closing: () => undefined }),
  F10: () => ({ layerBit: () => 0 }),
  F11: () => ({ layerBit: (quad) => 1 << (quad + 1) }),
  F14: () => {
    let joined = -1;
    return {
      closing: (overlap, { sequence }) => {
        const isSecond = joined === sequence;
        joined = sequence;
        return isSecond ? overlap : undefined;
      },
    };
  },
  F203: () => ({ drained: () => true }),
  F204: () => ({ fullAt: (quads) => quads >> 1 }),
  F206: () => ({ windowOf: (ids) => ids + 1 }),
  F234: (_, { freedoms: { idStart, idWrap } }) => {
    const roundOf = (sequence: number): number => Math.floor((idStart + sequence) / (idWrap + 1));
    return { heldByWindow: (full, sequence, first) => full || roundOf(sequence) > roundOf(first) };
  },
};

/** A packer as its forming wave runs out of quads. */
export interface PackerBorder {
  /** Closes a wave that is not full: its draw has ended, or its next quad has not come (F15). Returns whether it did. */
  closePartial: (reason: WaveClosing) => boolean;
}

/** Faults of waves that are not full. */
export const PACKER_BORDER_FAULTS: FaultTable<PackerBorder> = {
  F15: () => ({ closePartial: () => false }),
};

/** Primitives that are replayed together: `first` up to, not including, `end`, once for each bin. */
export interface Batch {
  readonly first: number;
  readonly end: number;
  readonly bins: number;
  /** The interlock of the draw demands primitive order. */
  readonly ordered: boolean;
}

/** Outputs of the binner and the region map. */
export interface ScanOutputs {
  /** How many of a draw's primitives enter. */
  entering: (primitives: number) => number;
  /** Primitive at a place of a batch that is replayed bin by bin. */
  replayed: (place: number, batch: Batch) => number;
  /** Packer that owns a region, given the one of the map, the draw and the number of packers. */
  owner: (mapped: number, draw: number, packers: number) => number;
  /** Whether a draw is shaded at the finest rate, given that its state forces that. */
  forcesFineRate: (forced: boolean) => boolean;
}

export const CLEAN_SCAN: ScanOutputs = {
  entering: (primitives) => primitives,
  replayed: (place) => place,
  owner: (mapped) => mapped,
  forcesFineRate: (forced) => forced,
};

/** Faults of the scan converter's front end. */
export const SCAN_FAULTS: FaultTable<ScanOutputs> = {
  F06: () => ({ owner: (mapped, draw, packers) => (mapped + draw) % packers }),
  F16: () => ({
    replayed: (place, { first, end, bins }) => (bins === 1 ? place : end - 1 - (place - first)),
  }),
  F255: () => ({
    replayed: (place, { first, end, bins, ordered }) =>
      bins === 1 || ordered ? place : end - 1 - (place - first),
  }),
  F18: () => ({ forcesFineRate: () => false }),
  F208: () => ({ entering: (primitives) => primitives - 1 }),
};
