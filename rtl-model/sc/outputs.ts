import type { WaveClosing } from '../../transactions/index.js';

interface WaveNumbers {
  readonly sequence: number;
  /** The wave's number in the device. */
  readonly number: number;
}

/** The outputs of a packer. A fault replaces an output and leaves the bookkeeping alone. */
export const CLEAN_PACKER = {
  /** Why the current wave closes before a quad that overlaps it (S-060), or undefined if the quad joins it. */
  getCloseReason: (overlap: WaveClosing, _forming: WaveNumbers): WaveClosing | undefined => overlap,
  /** Whether a drain is complete; `empty` is true if all waves have ended (S-131). */
  isDrained: (empty: boolean): boolean => empty,
  /** The number of quads at which a wave is full; `quads` is its capacity. */
  getFullSize: (quads: number): number => quads,
  /**
   * Whether the id window stalls a wave; `full` is the correct answer, and `first` is the sequence number at which the
   * window starts (S-035).
   */
  isBlockedByWindow: (full: boolean, _sequence: number, _first: number): boolean => full,
  /** The effective size of the id window; `ids` is the correct size (U22). */
  getWindow: (ids: number): number => ids,
  /** The bit in the intrawave mask for a layer that starts at a quad (S-062). */
  getLayerBit: (quad: number): number => 1 << quad,
  /** The sequence number from which the id of a wave is derived; `reason` is why the wave was closed. */
  getIdNumber: ({ sequence }: WaveNumbers, _reason: WaveClosing): number => sequence,
};

/** The primitives from `first` up to but not including `end`, which are replayed together once per bin. */
interface Batch {
  readonly first: number;
  readonly end: number;
  readonly binCount: number;
  /** Whether the draw's interlock requires primitive order. */
  readonly ordered: boolean;
}

/** The outputs of the binner and the region map. */
export const CLEAN_SCAN = {
  /** The width and height of a bin. */
  binSize: (width: number, height: number): readonly [number, number] => [width, height],
  /** How many of a draw's primitives enter the binner. */
  countEntering: (primitives: number): number => primitives,
  /** The primitive at a position in a batch that is replayed bin by bin. */
  getReplayed: (position: number, _batch: Batch): number => position,
  /**
   * The packer that owns a region; `mapped` is the packer that the map assigned, and `packers` is the number of
   * packers.
   */
  getOwner: (mapped: number, _draw: number, _packers: number): number => mapped,
  /** Whether a draw is forced to the finest rate; `forced` is true if the draw's state requires it. */
  forcesFineRate: (forced: boolean): boolean => forced,
};
