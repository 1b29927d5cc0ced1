import type { MapSample } from '../../transactions/index.js';
import type { Bits } from './value-changes.js';

/** What a map's values are read from at a clock edge. */
export interface Sample extends MapSample {
  /** The bits of the followed signals. */
  readonly bits: Bits;
}

/** A prepared value. It returns a number, or undefined if bits are unknown (x, z). */
export type Evaluate = (sample: Sample) => number | undefined;
