import { QUAD_COLUMNS } from '../../../transactions/index.js';
import { getFragmentMask, getRateX, getRateY } from '../../evidence/geometry/fragments.js';
import { QUAD, type WaveRecord } from '../../kit.js';

/** Receives an invocation of a wave: quad index, top-left pixel, samples, iteration and rate. */
export type ShadingVisitor = (
  quad: number,
  x: number,
  y: number,
  mask: number,
  iteration: number,
  rate: number,
) => void;

const MASK_BITS = 16;
const RATE_BIT = 24;

/** Calls `visit` for each invocation of a wave that shades any sample. */
export function visitShading({ quads, quadCount }: WaveRecord, visit: ShadingVisitor): void {
  for (let quad = 0; quad < quadCount; quad++) {
    const row = quad * QUAD_COLUMNS;
    const rate = quads[row + QUAD.RATE];
    for (let pixel = 0; pixel < 4; pixel++) {
      const mask = getFragmentMask(quads, row, pixel);
      if (mask === 0) continue;
      const x = quads[row + QUAD.X] + ((pixel & 1) << getRateX(rate));
      const y = quads[row + QUAD.Y] + ((pixel >> 1) << getRateY(rate));
      visit(quad, x, y, mask, quads[row + QUAD.SAMPLE], rate);
    }
  }
}

/** Returns the first quad of a wave that covers no samples, or -1 if there is none. */
export function findEmptyQuad({ quads, quadCount }: WaveRecord): number {
  for (let quad = 0; quad < quadCount; quad++) {
    const row = quad * QUAD_COLUMNS;
    if ((quads[row + QUAD.MASK01] | quads[row + QUAD.MASK23]) === 0) return quad;
  }
  return -1;
}

/**
 * Checks for each primitive whether two multisets of invocations are equal, without storing either of them.
 * Compares their sizes and the sums of their hashed keys, which do not depend on order and are exact for fewer than
 * 2^21 invocations per primitive.
 */
export class ShadingSums {
  private readonly counts: Int32Array;
  private readonly sums: Float64Array;

  constructor(private readonly primitiveCount: number) {
    // The last entry is for invocations with an invalid label.
    this.counts = new Int32Array(primitiveCount + 1);
    this.sums = new Float64Array(primitiveCount + 1);
  }

  /** Adds an invocation (`sign` 1) or removes one (-1). */
  add(sign: 1 | -1, draw: number, primitive: number, key: number): void {
    const index = primitive >= 0 && primitive < this.primitiveCount ? primitive : this.primitiveCount;
    this.counts[index] += sign;
    this.sums[index] += sign * mix(key, draw);
  }

  /**
   * Whether the invocations added for a primitive differ from those removed. Pass the number of primitives to
   * check the invocations with an invalid label.
   */
  differs(primitive: number): boolean {
    return this.counts[primitive] !== 0 || this.sums[primitive] !== 0;
  }
}

/** Combines pixel, samples, iteration and rate into 32 bits. */
export function getShadingKey(x: number, y: number, mask: number, iteration: number, rate: number): number {
  return mix(x | (y << MASK_BITS), mask | (iteration << MASK_BITS) | (rate << RATE_BIT));
}

/** Mixes two words into 32 bits. Each input bit flips about half the bits of the result. */
function mix(first: number, second: number): number {
  let word = Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 1, 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d);
  word = Math.imul(word ^ (word >>> 12), 0x297a2d39);
  return (word ^ (word >>> 15)) >>> 0;
}
