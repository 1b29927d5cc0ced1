import type { WaveClosing } from '../../transactions/index.js';
import type { FaultTable } from '../context.js';

/** A wave's sequence numbers, in its packer and in the device. */
interface NumberedWave {
  readonly sequence: number;
  readonly number: number;
}

/** Packer outputs; a fault replaces an output and leaves the bookkeeping alone. */
export interface PackerOutputs {
  /** Why the forming wave closes before a quad that overlaps it (S-060); undefined: the quad joins it. */
  closing: (overlap: WaveClosing, forming: NumberedWave) => WaveClosing | undefined;
  /** Whether a drain is complete, given whether all waves have ended (S-131). */
  drained: (empty: boolean) => boolean;
  /** Number of quads at which a wave is full, given its capacity. */
  fullAt: (quads: number) => number;
  /** Whether the id window stalls a wave, given its sequence number and the window's first (S-035). */
  heldByWindow: (full: boolean, sequence: number, first: number) => boolean;
  /** Effective id window size, given the correct one (U22). */
  windowOf: (ids: number) => number;
  /** Intrawave mask bit for a layer that starts at a quad (S-062). */
  layerBit: (quad: number) => number;
  /** Sequence number from which a wave's id is derived, given why the wave was closed. */
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

/** A packer whose forming wave has run out of quads. */
export interface PackerBoundary {
  /** Closes a partial wave after its draw's end or a time-out; returns false if a fault refuses (F15). */
  closePartial: (reason: WaveClosing) => boolean;
}

/** Faults of partial waves. */
export const PACKER_BOUNDARY_FAULTS: FaultTable<PackerBoundary> = {
  F15: () => ({ closePartial: () => false }),
};

/** Primitives from `first` to before `end`, replayed together once per bin. */
export interface Batch {
  readonly first: number;
  readonly end: number;
  readonly binCount: number;
  /** The draw's interlock requires primitive order. */
  readonly ordered: boolean;
}

/** Outputs of the binner and the region map. */
export interface ScanOutputs {
  /** Width and height of a bin. */
  binSize: (width: number, height: number) => readonly [number, number];
  /** Number of a draw's primitives that enter the binner. */
  entering: (primitives: number) => number;
  /** Primitive at a position of a batch replayed bin by bin. */
  replayed: (place: number, batch: Batch) => number;
  /** Packer that owns a region, given the mapped packer, the draw and the number of packers. */
  owner: (mapped: number, draw: number, packers: number) => number;
  /** Whether a draw is forced to the finest rate, given its state. */
  forcesFineRate: (forced: boolean) => boolean;
}

export const CLEAN_SCAN: ScanOutputs = {
  binSize: (width, height) => [width, height],
  entering: (primitives) => primitives,
  replayed: (place) => place,
  owner: (mapped) => mapped,
  forcesFineRate: (forced) => forced,
};

/** Faults of the scan converter's front end. */
export const SCAN_FAULTS: FaultTable<ScanOutputs> = {
  F06: () => ({ owner: (mapped, draw, packers) => (mapped + draw) % packers }),
  F16: () => ({
    replayed: (place, { first, end, binCount }) => (binCount === 1 ? place : end - 1 - (place - first)),
  }),
  F255: () => ({
    replayed: (place, { first, end, binCount, ordered }) =>
      binCount === 1 || ordered ? place : end - 1 - (place - first),
  }),
  F18: () => ({ forcesFineRate: () => false }),
  F257: () => ({ binSize: (width, height) => [height, width] }),
  F208: () => ({ entering: (primitives) => primitives - 1 }),
};
