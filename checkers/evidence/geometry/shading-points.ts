import type { SampleCount } from '../../../arch/index.js';
import { getSamplePosition, type Point } from './rasteriser.js';

/** Where in a fragment an invocation's inputs are evaluated. */
export type ShadingLocation = 'centre' | 'centroid' | 'sample' | 'corner';

const QUAD_FRAGMENTS = 4;

const PIXEL = 256;
const HALF_PIXEL = 128;

/** The fragments of a quad. One object is reused for all quads. */
export class ShadedQuad {
  /** Column of the top-left pixel. */
  x = 0;
  /** Row of the top-left pixel. */
  y = 0;
  /** Fragment width in fine pixels; 1 except at coarse rates. */
  width = 1;
  /** Fragment height in fine pixels; 1 except at coarse rates. */
  height = 1;
  /** Each invocation's covered samples, as in a mask column of `WaveFormed.quads`; 0 for a helper. */
  readonly masks = new Int32Array(QUAD_FRAGMENTS);
  /** The first sample of the iteration. */
  sampleId = 0;
}

/** Screen points in 1/256ths of a pixel, one for each fragment. Overwritten for every input. */
export class QuadPoints {
  readonly xs = new Int32Array(QUAD_FRAGMENTS);
  readonly ys = new Int32Array(QUAD_FRAGMENTS);
}

/**
 * Sets the screen points at which an input is evaluated for each invocation of a quad. A centroid is the centre for
 * helpers and fully covered fragments, and otherwise the covered sample nearest to the centre; ties go to the lowest
 * sample.
 */
export function setQuadPoints(
  { xs, ys }: QuadPoints,
  location: ShadingLocation,
  quad: ShadedQuad,
  samples: SampleCount,
): void {
  const { width, height } = quad;
  const shared = getSharedPoint(location, quad, samples);
  for (let fragment = 0; fragment < QUAD_FRAGMENTS; fragment++) {
    const [dx, dy] =
      location === 'centroid' ? findCentroid(quad, quad.masks[fragment], samples, shared) : shared;
    xs[fragment] = (quad.x + (fragment & 1) * width) * PIXEL + dx;
    ys[fragment] = (quad.y + (fragment >> 1) * height) * PIXEL + dy;
  }
}

/** Returns the point that all fragments share, relative to their corners. For centroids, this is the centre. */
function getSharedPoint(location: ShadingLocation, quad: ShadedQuad, samples: SampleCount): Point {
  if (location === 'corner') return [0, 0];
  return location === 'sample' ? getSamplePosition(samples, quad.sampleId) : getCentre(quad);
}

function getCentre({ width, height }: ShadedQuad): Point {
  return [width * HALF_PIXEL, height * HALF_PIXEL];
}

function findCentroid({ width, height }: ShadedQuad, mask: number, samples: SampleCount, centre: Point) {
  const fullMask = 2 ** (width * height * samples) - 1;
  if (mask === fullMask) return centre;
  let nearest = centre;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (let remaining = mask & fullMask; remaining !== 0; remaining &= remaining - 1) {
    const point = getBitPosition(31 - Math.clz32(remaining & -remaining), width, samples);
    const sampleDistance = getSquaredDistance(point, centre);
    if (sampleDistance >= nearestDistance) continue;
    nearest = point;
    nearestDistance = sampleDistance;
  }
  return nearest;
}

/** Returns the position of the sample for a bit in a fragment mask, relative to the fragment's top-left corner. */
function getBitPosition(bit: number, width: number, samples: SampleCount): Point {
  const pixel = Math.floor(bit / samples);
  const [x, y] = getSamplePosition(samples, bit % samples);
  return [(pixel % width) * PIXEL + x, Math.floor(pixel / width) * PIXEL + y];
}

function getSquaredDistance([x, y]: Point, [centreX, centreY]: Point): number {
  return (x - centreX) ** 2 + (y - centreY) ** 2;
}
