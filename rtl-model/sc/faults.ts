import type { WaveClosing } from '../../transactions/index.js';
import type { FaultTable } from '../context.js';

interface WaveNumbers {
  readonly sequence: number;
  /** The wave's number in the device. */
  readonly number: number;
}

/** The outputs of a packer. A fault replaces an output and leaves the bookkeeping alone. */
export interface PackerOutputs {
  /** Why the current wave closes before a quad that overlaps it (S-060), or undefined if the quad joins it. */
  getCloseReason: (overlap: WaveClosing, forming: WaveNumbers) => WaveClosing | undefined;
  /** Whether a drain is complete; `empty` is true if all waves have ended (S-131). */
  isDrained: (empty: boolean) => boolean;
  /** The number of quads at which a wave is full; `quads` is its capacity. */
  getFullSize: (quads: number) => number;
  /**
   * Whether the id window stalls a wave; `full` is the correct answer, and `first` is the sequence number at which the
   * window starts (S-035).
   */
  isBlockedByWindow: (full: boolean, sequence: number, first: number) => boolean;
  /** The effective size of the id window; `ids` is the correct size (U22). */
  getWindow: (ids: number) => number;
  /** The bit in the intrawave mask for a layer that starts at a quad (S-062). */
  getLayerBit: (quad: number) => number;
  /** The sequence number from which the id of a wave is derived; `reason` is why the wave was closed. */
  getIdNumber: (wave: WaveNumbers, reason: WaveClosing) => number;
}

export const CLEAN_PACKER: PackerOutputs = {
  getCloseReason: (overlap) => overlap,
  isDrained: (empty) => empty,
  getFullSize: (quads) => quads,
  isBlockedByWindow: (full) => full,
  getWindow: (ids) => ids,
  getLayerBit: (quad) => 1 << quad,
  getIdNumber: ({ sequence }) => sequence,
};

/** Faults in the packers. */
export const PACKER_FAULTS: FaultTable<PackerOutputs> = {
  F01: () => ({ getIdNumber: ({ number }) => number }),
  F04: () => {
    let closedByDraws = 0;
    return {
      getIdNumber: ({ sequence }, reason) =>
        sequence - (reason === 'draw-end' ? closedByDraws++ : closedByDraws),
    };
  },
  F05: () => ({ isBlockedByWindow: () => false }),
  F08: () => ({ getCloseReason: () => undefined }),
  F09: () => ({ getCloseReason: () => undefined }),
  F10: () => ({ getLayerBit: () => 0 }),
  F11: () => ({ getLayerBit: (quad) => 1 << (quad + 1) }),
  F14: () => {
    let joinedSequence = -1;
    return {
      getCloseReason: (overlap, { sequence }) => {
        const isSecond = joinedSequence === sequence;
        joinedSequence = sequence;
        return isSecond ? overlap : undefined;
      },
    };
  },
  F203: () => ({ isDrained: () => true }),
  F204: () => ({ getFullSize: (quads) => quads >> 1 }),
  F206: () => ({ getWindow: (ids) => ids + 1 }),
  F234: (_, { freedoms: { idStart, idWrap } }) => {
    const getRound = (sequence: number): number => Math.floor((idStart + sequence) / (idWrap + 1));
    return { isBlockedByWindow: (full, sequence, first) => full || getRound(sequence) > getRound(first) };
  },
};

/** A packer's handling of partial waves. */
export interface PackerBoundary {
  /** Closes a partial wave after the end of its draw or a timeout. Returns false if a fault prevents that (F15). */
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
  /** How many of a draw's primitives enter the binner. */
  countEntering: (primitives: number) => number;
  /** The primitive at a position in a batch that is replayed bin by bin. */
  getReplayed: (position: number, batch: Batch) => number;
  /**
   * The packer that owns a region; `mapped` is the packer that the map assigned, and `packers` is the number of
   * packers.
   */
  getOwner: (mapped: number, draw: number, packers: number) => number;
  /** Whether a draw is forced to the finest rate; `forced` is true if the draw's state requires it. */
  forcesFineRate: (forced: boolean) => boolean;
}

export const CLEAN_SCAN: ScanOutputs = {
  binSize: (width, height) => [width, height],
  countEntering: (primitives) => primitives,
  getReplayed: (position) => position,
  getOwner: (mapped) => mapped,
  forcesFineRate: (forced) => forced,
};

/** Faults in the front end of the scan converter. */
export const SCAN_FAULTS: FaultTable<ScanOutputs> = {
  F06: () => ({ getOwner: (mapped, draw, packers) => (mapped + draw) % packers }),
  F16: () => ({
    getReplayed: (position, { first, end, binCount }) =>
      binCount === 1 ? position : end - 1 - (position - first),
  }),
  F255: () => ({
    getReplayed: (position, { first, end, binCount, ordered }) =>
      binCount === 1 || ordered ? position : end - 1 - (position - first),
  }),
  F18: () => ({ forcesFineRate: () => false }),
  F257: () => ({ binSize: (width, height) => [height, width] }),
  F208: () => ({ countEntering: (primitives) => primitives - 1 }),
  F272: () => ({ getOwner: (mapped, _draw, packers) => mapped % Math.max(packers - 1, 1) }),
};
