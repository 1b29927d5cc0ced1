import { SAMPLE_POSITIONS, type SampleCount } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';
import { FINE, type ShadingRate } from './shading-rate.js';
import { FRAGMENTS, MASK_BITS, SUBPIXELS } from './spec.js';

/**
 * Returns the x and y coordinates of each sample of a pixel in turn, in 1/256ths of a pixel. Throws for sample counts
 * that the scan converter does not support.
 */
function samplePositions(samples: number): Int32Array {
  const sixteenths = SAMPLE_POSITIONS[samples as SampleCount];
  if (sixteenths === undefined) throw new Error(`the scan converter does not support ${samples} samples`);
  return Int32Array.from(sixteenths.flat(), (p) => p * 16);
}

/**
 * The positions of a quad's sample points and a mask of those that are enabled. A draw has one footprint, which
 * depends on its sample count, its sample masks and its shading rate.
 */
export interface Footprint {
  /** The value of `QUAD_COLUMN.RATE` in the quads. */
  readonly rate: number;
  /** Width of a fragment in fine pixels. */
  readonly width: number;
  /** Height of a fragment in fine pixels. */
  readonly height: number;
  /** Number of sample points per fragment. Each has one bit in the fragment's coverage mask. */
  readonly points: number;
  /** The x offset of every point from the quad's corner, in 1/256ths of a pixel, by fragment and then by bit. */
  readonly x: Int32Array;
  /** The y offsets, in the same order. */
  readonly y: Int32Array;
  /** A mask of each fragment's enabled points. */
  readonly masks: readonly number[];
}

/**
 * Creates the footprint of a quad with `samples` samples per pixel.
 *
 * @param sampleMasks which samples are enabled for each pixel of an aligned 2x2 block
 */
export function createFootprint(
  samples: number,
  sampleMasks: readonly number[],
  rate: ShadingRate = FINE,
): Footprint {
  const [width, height] = [1 << rate.x, 1 << rate.y];
  const points = width * height * samples;
  assert(points > 0 && points <= MASK_BITS, 'the mask has a bit for every sample point');
  const positions = samplePositions(samples);
  assert(positions.length === 2 * samples, 'every sample has a position');
  const [x, y] = [new Int32Array(FRAGMENTS * points), new Int32Array(FRAGMENTS * points)];
  const masks = new Array<number>(FRAGMENTS).fill(0);
  for (let i = 0; i < FRAGMENTS * points; i++) {
    const fragment = Math.floor(i / points);
    const bit = i % points;
    const pixel = Math.floor(bit / samples);
    const sample = bit % samples;
    const column = (fragment & 1) * width + (pixel % width);
    const row = (fragment >> 1) * height + Math.floor(pixel / width);
    x[i] = column * SUBPIXELS + positions[2 * sample];
    y[i] = row * SUBPIXELS + positions[2 * sample + 1];
    const allowed = (sampleMasks[(row & 1) * 2 + (column & 1)] >>> sample) & 1;
    masks[fragment] |= allowed << bit;
  }
  return { rate: rate.x | (rate.y << 2), width, height, points, x, y, masks };
}

/** Returns the alignment of the footprint's quads in fine pixels, or 1 if each fragment is a single pixel. */
export function getQuadAlignment({ rate, width, height }: Footprint): number {
  return rate === 0 ? 1 : 2 * Math.max(width, height);
}
