import type { MemoryIssued } from '../../../transactions/index.js';
import { WIDTH } from './scenes.js';

/** Number of lanes in the widest wave. */
export const LANES = 64;

/** A quad in a test. By default, it covers sample 0 of all four pixels. */
export interface TestQuad {
  readonly x: number;
  readonly y: number;
  readonly primitive: number;
  readonly masks?: readonly [number, number, number, number];
  readonly sample?: number;
  readonly rate?: number;
}

const FULL_QUAD = [1, 1, 1, 1] as const;
/** Returns the seven values that represent a quad in a transaction. */
export function encodeQuad({ x, y, primitive, masks = FULL_QUAD, sample = 0, rate = 0 }: TestQuad): number[] {
  return [x, y, primitive, masks[0] | (masks[1] << 16), masks[2] | (masks[3] << 16), sample, rate];
}

/** Returns lanes and addresses such that each covered pixel accesses its own word of the buffer at `base`. */
export function getLanes(
  quads: readonly TestQuad[],
  base: number,
): Pick<MemoryIssued, 'lanesLo' | 'lanesHi' | 'addresses'> {
  const addresses = new Float64Array(LANES).fill(-1);
  const laneMasks = [0, 0];
  quads.forEach(({ x, y, masks = FULL_QUAD }, quad) => {
    masks.forEach((mask, pixel) => {
      if (mask === 0) return;
      const lane = quad * 4 + pixel;
      addresses[lane] = base + ((y + (pixel >> 1)) * WIDTH + x + (pixel & 1)) * 4;
      laneMasks[lane >> 5] |= 1 << (lane & 31);
    });
  });
  return { lanesLo: laneMasks[0], lanesHi: laneMasks[1], addresses };
}
