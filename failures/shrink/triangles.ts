import { greatestOf } from '../../arch/index.js';
import type { Draw } from '../../transactions/index.js';

/** Number of values per primitive in `Draw.vertices`: x and y of its three vertices, in 1/256 pixel. */
export const VALUES_PER_PRIMITIVE = 6;
/** Primitives with less reach from the focus than this, in 1/256 pixel, are small enough. */
export const SMALL = 256;
/** Legs of a triangle at a pixel's corner that contains only that pixel's centre, in 1/256 pixel. */
const LEG = 258;

/** A screen pixel. */
export type Pixel = readonly [x: number, y: number];

/** A pixel's centre along the axis of the vertex value with this index, in 1/256 pixel. */
function centre(pixel: Pixel, index: number): number {
  return pixel[index & 1]! * 256 + 128;
}

/** A triangle that covers only this pixel's centre. */
export function tiny([x, y]: Pixel): number[] {
  const [left, top] = [x * 256, y * 256];
  return [left, top, left + LEG, top, left, top + LEG];
}

/** A triangle whose last pixel, row by row, is this one. */
export function stretched(pixel: Pixel, distance: number): number[] {
  const [x, y] = [centre(pixel, 0), centre(pixel, 1)];
  return [x - distance, y - distance, x + 64, y - distance, x + 64, y + 128];
}

/** The draw with other vertices for a primitive. */
export function withVertices(draw: Draw, primitive: number, values: readonly number[]): Draw {
  const vertices = [...draw.vertices];
  vertices.splice(primitive * VALUES_PER_PRIMITIVE, VALUES_PER_PRIMITIVE, ...values);
  return { ...draw, vertices };
}

/** A primitive's maximum reach from a pixel along an axis, in 1/256 pixel. */
export function reach({ vertices }: Draw, primitive: number, pixel: Pixel): number {
  const first = primitive * VALUES_PER_PRIMITIVE;
  const values = vertices.slice(first, first + VALUES_PER_PRIMITIVE);
  return greatestOf(values.map((value, i) => Math.abs(value - centre(pixel, i))));
}

/** Divides the reach of primitives, down to `SMALL`: below it they may cover nothing. */
export function drawTogether(
  draw: Draw,
  pixel: Pixel,
  factor: number,
  chosen: (primitive: number) => boolean,
): Draw {
  const vertices = draw.vertices.map((value, i) => {
    const primitive = Math.floor(i / VALUES_PER_PRIMITIVE);
    if (!chosen(primitive)) return value;
    const middle = centre(pixel, i);
    const factorMax = reach(draw, primitive, pixel) / SMALL;
    return middle + Math.trunc((value - middle) / Math.max(1, Math.min(factor, factorMax)));
  });
  return { ...draw, vertices };
}
