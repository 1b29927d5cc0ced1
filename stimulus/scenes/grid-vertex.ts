import { type Arbitrary, constantFrom, integer, tuple } from 'fast-check';
import { type Area, PIXEL, type Vertex } from './geometry.js';

/** How far outside the area a vertex may be, in pixels. */
const MARGIN = 2;

/** Generates a vertex, usually on a pixel's edge or centre, and sometimes slightly outside the area. */
export function gridVertex({ width, height }: Area): Arbitrary<Vertex> {
  return tuple(coordinate(width), coordinate(height));
}

/** Draws one coordinate of a grid vertex. */
function coordinate(pixels: number): Arbitrary<number> {
  const anywhere = integer({ min: -MARGIN * PIXEL, max: (pixels + MARGIN) * PIXEL - 1 });
  return tuple(anywhere, constantFrom(1, PIXEL / 2, PIXEL)).map(
    ([value, step]) => Math.floor(value / step) * step,
  );
}
