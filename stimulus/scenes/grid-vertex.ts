import { type Arbitrary, constantFrom, integer, tuple } from 'fast-check';
import { type Area, PIXEL, type Vertex } from './geometry.js';

/** Pixels around the area where a vertex may be. */
const OUTSIDE = 2;

/** A vertex, mostly on a pixel's edge or centre, sometimes slightly outside the area. */
export function gridVertex({ width, height }: Area): Arbitrary<Vertex> {
  return tuple(coordinate(width), coordinate(height));
}

/** One coordinate of such a vertex. */
function coordinate(pixels: number): Arbitrary<number> {
  const anywhere = integer({ min: -OUTSIDE * PIXEL, max: (pixels + OUTSIDE) * PIXEL - 1 });
  return tuple(anywhere, constantFrom(1, PIXEL / 2, PIXEL)).map(([at, step]) => Math.floor(at / step) * step);
}
