import type { MapSample } from '../../transactions/index.js';
import type { Bits } from './value-changes.js';

/** The source of a map's values at a clock edge. */
export interface Sample extends MapSample {
  /** Bits of the followed signals. */
  readonly bits: Bits;
}

/** A prepared value: returns a number, or undefined for unknown bits (x, z). */
export type Evaluate = (sample: Sample) => number | undefined;
