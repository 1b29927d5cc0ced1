import type { MapSample } from '../../transactions/index.js';
import type { Bits } from './value-changes.js';

/** What values of a map are read from at an edge of the clock. */
export interface Sample extends MapSample {
  /** Bits of the followed signals. */
  readonly bits: Bits;
}

/** A value that is ready to be read: a number, or undefined where bits are unknown (x, z). */
export type Evaluate = (sample: Sample) => number | undefined;
