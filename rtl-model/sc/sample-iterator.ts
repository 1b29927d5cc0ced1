import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import { assert } from '../kernel/assert.js';
import { computeIterationMask, type Sampling } from './sampling.js';
import { MASK_BITS } from './spec.js';

/**
 * Turns quads of covered samples into quads of invocations. At pixel rate, quads remain unchanged. At sample rate,
 * each iteration with a covered sample yields a quad that contains only its own samples.
 */
export class SampleIterator {
  /** The quad produced by the last call to `next`. */
  readonly quad = new Int32Array(QUAD_COLUMNS);
  private readonly iterations: number;
  /** The samples that belong to iteration 0, in both halves of a mask column. */
  private readonly firstMask: number;
  private iteration = 0;
  private source: Int32Array = this.quad;
  private offset = 0;

  constructor(sampling: Sampling) {
    const mask = computeIterationMask(sampling.footprint.points, sampling.iterations);
    this.iterations = sampling.iterations;
    assert(
      sampling.footprint.points % this.iterations === 0,
      'the samples divide evenly among the iterations',
    );
    this.firstMask = mask | (mask << MASK_BITS);
  }

  /** Starts iterating over the quad at `quads[offset]`, which must not change until `next` returns false. */
  begin(quads: Int32Array, offset: number): void {
    assert(offset + QUAD_COLUMNS <= quads.length, 'the quad is inside its list');
    assert(this.iteration === 0 || this.iteration >= this.iterations, 'the previous quad is finished');
    this.source = quads;
    this.offset = offset;
    this.iteration = 0;
  }

  /** Stores the next quad of invocations in `quad`. Returns false if there are none left. */
  next(): boolean {
    const { source, offset, quad } = this;
    while (this.iteration < this.iterations) {
      const mask = this.firstMask << this.iteration;
      const sample = this.iteration++;
      const mask01 = source[offset + QUAD_COLUMN.MASK01] & mask;
      const mask23 = source[offset + QUAD_COLUMN.MASK23] & mask;
      if ((mask01 | mask23) === 0) continue;
      for (let column = 0; column < QUAD_COLUMNS; column++) quad[column] = source[offset + column];
      quad[QUAD_COLUMN.MASK01] = mask01;
      quad[QUAD_COLUMN.MASK23] = mask23;
      quad[QUAD_COLUMN.SAMPLE] = sample;
      return true;
    }
    return false;
  }
}
