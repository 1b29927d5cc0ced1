import { type Arbitrary, array, integer, tuple } from 'fast-check';

/** Units of a coordinate in a pixel. */
export const PIXEL = 256;

/** Corners of one primitive: x0, y0, x1, y1, x2, y2 in 1/256 pixel, y down (suites.md). */
export type Triangle = readonly [number, number, number, number, number, number];

/** x and y in 1/256 pixel. */
export type Vertex = readonly [number, number];

/** A render area: `width` and `height` in pixels, from 1 to 16,384 (suites.md). */
export interface Area {
  readonly width: number;
  readonly height: number;
}

/** What the primitives of a draw may be. */
export const PRIMITIVE_KINDS = ['points', 'lines', 'triangles', 'rectangles'] as const;
/** What the primitives of a draw are; points and lines are a pixel wide unless the draw says otherwise (suites.md). */
export type PrimitiveKind = (typeof PRIMITIVE_KINDS)[number];

/** One way in which primitives meet: from 1 to about `most` of them over an area, in order. */
export interface SceneShape {
  readonly kind: PrimitiveKind;
  readonly primitives: (area: Area, most: number) => Arbitrary<readonly Triangle[]>;
}

/** A triangle of three vertices. */
export function triangle([x0, y0]: Vertex, [x1, y1]: Vertex, [x2, y2]: Vertex): Triangle {
  return [x0, y0, x1, y1, x2, y2];
}

/** Both halves of a rectangle from (x0, y0) to (x1, y1), which share its diagonal. */
export function halves(x0: number, y0: number, x1: number, y1: number): readonly [Triangle, Triangle] {
  return [
    [x0, y0, x1, y0, x0, y1],
    [x1, y0, x1, y1, x0, y1],
  ];
}

/** A vertex of the area, its right and lower border included. */
export function vertexIn({ width, height }: Area): Arbitrary<Vertex> {
  return tuple(integer({ min: 0, max: width * PIXEL }), integer({ min: 0, max: height * PIXEL }));
}

/** A vertex of the area or of one as large on each side of it. */
export function vertexAround({ width, height }: Area): Arbitrary<Vertex> {
  const along = (pixels: number): Arbitrary<number> =>
    integer({ min: -pixels * PIXEL, max: 2 * pixels * PIXEL - 1 });
  return tuple(along(width), along(height));
}

/** A whole pixel of the area. */
export function pixelIn({ width, height }: Area): Arbitrary<Vertex> {
  return tuple(integer({ min: 0, max: width - 1 }), integer({ min: 0, max: height - 1 }));
}

/** Pixels of a quad's edge. */
export const QUAD = 2;

/** From 1 to `most` of something, all numbers alike: left to itself fast-check stops at eleven. */
export function some<T>(one: Arbitrary<T>, most: number): Arbitrary<T[]> {
  return array(one, { minLength: 1, maxLength: Math.max(1, most), size: 'max' });
}

/** The smallest triangle that covers the pixel at (x, y) alone. */
export function onePixel(x: number, y: number): Triangle {
  return [x * PIXEL, y * PIXEL, (x + 1) * PIXEL, y * PIXEL, x * PIXEL, (y + 1) * PIXEL + 1];
}
