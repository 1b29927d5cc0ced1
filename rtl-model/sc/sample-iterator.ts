import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import type { FieldRules } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import { iterationMask, type Sampling } from './sampling.js';
import { MASK_BITS } from './spec.js';

/**
 * Turns quads of covered samples into quads of invocations: unchanged at pixel rate; at sample rate, one per iteration with a
 * covered sample, with that iteration's samples.
 */
export class SampleIterator {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<SampleIterator> = {
    source: { excluded: "the rasteriser's quad list" },
  };

  /** The quad from the last `next`. */
  readonly quad = new Int32Array(QUAD_COLUMNS);
  private readonly iterations: number;
  /** Samples of iteration 0, in both halves of a mask column. */
  private readonly firstMask: number;
  private iteration = 0;
  private source: Int32Array = this.quad;
  private at = 0;

  constructor(sampling: Sampling) {
    const mask = iterationMask(sampling.footprint.points, sampling.iterations);
    this.iterations = sampling.iterations;
    assert(sampling.footprint.points % this.iterations === 0, 'iterations share the samples evenly');
    this.firstMask = mask | (mask << MASK_BITS);
  }

  /** Starts with the quad at `quads[at…]`, which must not change until `next` returns false. */
  begin(quads: Int32Array, at: number): void {
    assert(at + QUAD_COLUMNS <= quads.length, 'the quad is inside its list');
    assert(this.iteration === 0 || this.iteration >= this.iterations, 'the previous quad is finished');
    this.source = quads;
    this.at = at;
    this.iteration = 0;
  }

  /** Puts the next quad of invocations into `quad`; returns false if none is left. */
  next(): boolean {
    const { source, at, quad } = this;
    while (this.iteration < this.iterations) {
      const mask = this.firstMask << this.iteration;
      const sample = this.iteration++;
      const mask01 = source[at + QUAD_COLUMN.MASK01] & mask;
      const mask23 = source[at + QUAD_COLUMN.MASK23] & mask;
      if ((mask01 | mask23) === 0) continue;
      for (let column = 0; column < QUAD_COLUMNS; column++) quad[column] = source[at + column];
      quad[QUAD_COLUMN.MASK01] = mask01;
      quad[QUAD_COLUMN.MASK23] = mask23;
      quad[QUAD_COLUMN.SAMPLE] = sample;
      return true;
    }
    return false;
  }
}
