import { findMax } from '../../arch/index.js';
import type { Draw } from '../../transactions/index.js';

/** The number of values per primitive in `Draw.vertices`: x and y of its three vertices, in 1/256ths of a pixel. */
export const VALUES_PER_PRIMITIVE = 6;
/** How far a primitive may reach from the focus and still count as small, in 1/256ths of a pixel. */
export const SMALL_REACH = 256;
/** The length of the legs of a triangle at a pixel's corner that covers only its centre, in 1/256ths of a pixel. */
const LEG = 258;

/** A screen pixel. */
export type Pixel = readonly [x: number, y: number];

/** Returns the x (even `index`) or y (odd `index`) coordinate of a pixel's centre in 1/256ths of a pixel. */
function getCentre(pixel: Pixel, index: number): number {
  return pixel[index & 1]! * 256 + 128;
}

/** Returns a triangle that covers only the given pixel's centre. */
export function makeTinyTriangle([x, y]: Pixel): number[] {
  const [left, top] = [x * 256, y * 256];
  return [left, top, left + LEG, top, left, top + LEG];
}

/** Returns a triangle that covers the given pixel last in row-major order. */
export function makeStretchedTriangle(pixel: Pixel, distance: number): number[] {
  const [x, y] = [getCentre(pixel, 0), getCentre(pixel, 1)];
  return [x - distance, y - distance, x + 64, y - distance, x + 64, y + 128];
}

/** Replaces the vertices of one primitive in a draw. */
export function withVertices(draw: Draw, primitive: number, values: readonly number[]): Draw {
  const vertices = [...draw.vertices];
  vertices.splice(primitive * VALUES_PER_PRIMITIVE, VALUES_PER_PRIMITIVE, ...values);
  return { ...draw, vertices };
}

/** Returns how far a primitive reaches from a pixel along either axis, in 1/256ths of a pixel. */
export function getReach({ vertices }: Draw, primitive: number, pixel: Pixel): number {
  const first = primitive * VALUES_PER_PRIMITIVE;
  const values = vertices.slice(first, first + VALUES_PER_PRIMITIVE);
  return findMax(values.map((value, i) => Math.abs(value - getCentre(pixel, i))));
}

/** Divides the reach of the chosen primitives, but keeps at least `SMALL_REACH` so that they still cover a pixel. */
export function shrinkPrimitives(
  draw: Draw,
  pixel: Pixel,
  factor: number,
  isChosen: (primitive: number) => boolean,
): Draw {
  const vertices = draw.vertices.map((value, i) => {
    const primitive = Math.floor(i / VALUES_PER_PRIMITIVE);
    if (!isChosen(primitive)) return value;
    const centre = getCentre(pixel, i);
    const maxFactor = getReach(draw, primitive, pixel) / SMALL_REACH;
    return centre + Math.trunc((value - centre) / Math.max(1, Math.min(factor, maxFactor)));
  });
  return { ...draw, vertices };
}
