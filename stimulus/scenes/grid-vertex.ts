import { type Arbitrary, constantFrom, integer, tuple } from 'fast-check';
import { type Area, PIXEL, type Vertex } from './geometry.js';

/** How many pixels a vertex may be outside the area. */
const OUTSIDE = 2;

/** Draws a vertex, usually on a pixel's edge or centre, and sometimes slightly outside the area. */
export function gridVertex({ width, height }: Area): Arbitrary<Vertex> {
  return tuple(coordinate(width), coordinate(height));
}

/** Draws one coordinate of a grid vertex. */
function coordinate(pixels: number): Arbitrary<number> {
  const anywhere = integer({ min: -OUTSIDE * PIXEL, max: (pixels + OUTSIDE) * PIXEL - 1 });
  return tuple(anywhere, constantFrom(1, PIXEL / 2, PIXEL)).map(
    ([value, step]) => Math.floor(value / step) * step,
  );
}
