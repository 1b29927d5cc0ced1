import type { MapSample } from '../../transactions/index.js';
import type { Bits } from './value-changes.js';

/** The state at a clock edge, from which a map's values are read. */
export interface Sample extends MapSample {
  /** The bits of the signals that the map reads. */
  readonly bits: Bits;
}

/** A compiled expression. Returns a number, or undefined if any bits are unknown (x or z). */
export type Evaluate = (sample: Sample) => number | undefined;
