import type { MapSample } from '../../transactions/index.js';
import type { Bits } from './value-changes.js';

/** The state at a clock edge, from which a map's values are read. */
export interface Sample extends MapSample {
  /** The bits of the followed signals. */
  readonly bits: Bits;
}

/** A prepared value. It returns a number, or undefined if bits are unknown (x, z). */
export type Evaluate = (sample: Sample) => number | undefined;
