import type { WaveClosing } from '../../transactions/index.js';
import type { FaultTable } from '../context.js';

interface NumberedWave {
  /** The wave's number in its packer. */
  readonly sequence: number;
  /** The wave's number in the device. */
  readonly number: number;
}

/** The outputs of a packer. A fault replaces an output and leaves the bookkeeping alone. */
export interface PackerOutputs {
  /** Why the forming wave closes before a quad that overlaps it (S-060), or undefined if the quad joins it. */
  closing: (overlap: WaveClosing, forming: NumberedWave) => WaveClosing | undefined;
  /** Whether a drain is complete; `empty` tells whether all waves have ended (S-131). */
  drained: (empty: boolean) => boolean;
  /** Number of quads at which a wave counts as full; `quads` is its capacity. */
  fullAt: (quads: number) => number;
  /**
   * Whether the id window stalls a wave; `full` is the correct answer, and `first` the sequence number at which the
   * window starts (S-035).
   */
  heldByWindow: (full: boolean, sequence: number, first: number) => boolean;
  /** The effective size of the id window; `ids` is the correct size (U22). */
  windowOf: (ids: number) => number;
  /** The bit in the intrawave mask for a layer that starts at a quad (S-062). */
  layerBit: (quad: number) => number;
  /** The sequence number from which the id of a wave is derived; `reason` tells why the wave was closed. */
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

/** Faults in the packers. */
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
    const getRound = (sequence: number): number => Math.floor((idStart + sequence) / (idWrap + 1));
    return { heldByWindow: (full, sequence, first) => full || getRound(sequence) > getRound(first) };
  },
};

/** A packer whose forming wave has run out of quads. */
export interface PackerBoundary {
  /** Closes a partial wave after the end of its draw or a time-out. Returns false if a fault prevents that (F15). */
  closePartial: (reason: WaveClosing) => boolean;
}

/** Faults in how partial waves close. */
export const PACKER_BOUNDARY_FAULTS: FaultTable<PackerBoundary> = {
  F15: () => ({ closePartial: () => false }),
};

/** The primitives from `first` up to but not including `end`, which are replayed together once per bin. */
export interface Batch {
  readonly first: number;
  readonly end: number;
  readonly binCount: number;
  /** Whether the draw's interlock requires primitive order. */
  readonly ordered: boolean;
}

/** The outputs of the binner and the region map. */
export interface ScanOutputs {
  /** The width and height of a bin. */
  binSize: (width: number, height: number) => readonly [number, number];
  /** Number of a draw's primitives that enter the binner. */
  entering: (primitives: number) => number;
  /** The primitive at a position of a batch that is replayed bin by bin. */
  replayed: (position: number, batch: Batch) => number;
  /** The packer that owns a region; `mapped` is the one assigned by the map, and `packers` the number of packers. */
  owner: (mapped: number, draw: number, packers: number) => number;
  /** Whether a draw is forced to the finest rate; `forced` tells whether its state requires that. */
  forcesFineRate: (forced: boolean) => boolean;
}

export const CLEAN_SCAN: ScanOutputs = {
  binSize: (width, height) => [width, height],
  entering: (primitives) => primitives,
  replayed: (position) => position,
  owner: (mapped) => mapped,
  forcesFineRate: (forced) => forced,
};

/** Faults in the front end of the scan converter. */
export const SCAN_FAULTS: FaultTable<ScanOutputs> = {
  F06: () => ({ owner: (mapped, draw, packers) => (mapped + draw) % packers }),
  F16: () => ({
    replayed: (position, { first, end, binCount }) =>
      binCount === 1 ? position : end - 1 - (position - first),
  }),
  F255: () => ({
    replayed: (position, { first, end, binCount, ordered }) =>
      binCount === 1 || ordered ? position : end - 1 - (position - first),
  }),
  F18: () => ({ forcesFineRate: () => false }),
  F257: () => ({ binSize: (width, height) => [height, width] }),
  F208: () => ({ entering: (primitives) => primitives - 1 }),
};
