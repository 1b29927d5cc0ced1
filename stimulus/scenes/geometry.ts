import { type Arbitrary, array, integer, tuple } from 'fast-check';

/** The number of coordinate units per pixel. */
export const PIXEL = 256;

/** The corners of a primitive: x0, y0, x1, y1, x2, y2 in 1/256ths of a pixel, with y pointing down (suites.md). */
export type Triangle = readonly [number, number, number, number, number, number];

/** x and y in 1/256ths of a pixel. */
export type Vertex = readonly [number, number];

/** A render area: `width` and `height` in pixels, from 1 to 16,384 (suites.md). */
export interface Area {
  readonly width: number;
  readonly height: number;
}

/** All primitive types that a draw can have. */
export const PRIMITIVE_KINDS = ['points', 'lines', 'triangles', 'rectangles'] as const;
/** A draw's primitive type; points and lines are one pixel wide by default (suites.md). */
export type PrimitiveKind = (typeof PRIMITIVE_KINDS)[number];

/** A pattern of overlapping primitives: for an area, it yields 1 to about `limit` of them, in drawing order. */
export interface SceneShape {
  readonly kind: PrimitiveKind;
  readonly primitives: (area: Area, limit: number) => Arbitrary<readonly Triangle[]>;
}

/** Creates a shape of triangles. */
export function triangles(primitives: SceneShape['primitives']): SceneShape {
  return { kind: 'triangles', primitives };
}

/** Creates a triangle from three vertices. */
export function createTriangle([x0, y0]: Vertex, [x1, y1]: Vertex, [x2, y2]: Vertex): Triangle {
  return [x0, y0, x1, y1, x2, y2];
}

/** Returns both halves of the rectangle from (x0, y0) to (x1, y1), which share its diagonal. */
export function splitRectangle(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): readonly [Triangle, Triangle] {
  return [
    [x0, y0, x1, y0, x0, y1],
    [x1, y0, x1, y1, x0, y1],
  ];
}

/** Generates a vertex in the area, including its right and lower borders. */
export function vertexIn({ width, height }: Area): Arbitrary<Vertex> {
  return tuple(integer({ min: 0, max: width * PIXEL }), integer({ min: 0, max: height * PIXEL }));
}

/** Generates a vertex in the area, or in an area of equal size on any side of it. */
export function vertexAround({ width, height }: Area): Arbitrary<Vertex> {
  const coordinate = (pixels: number): Arbitrary<number> =>
    integer({ min: -pixels * PIXEL, max: 2 * pixels * PIXEL - 1 });
  return tuple(coordinate(width), coordinate(height));
}

/** Generates a pixel in the area, as integer coordinates. */
export function pixelIn({ width, height }: Area): Arbitrary<Vertex> {
  return tuple(integer({ min: 0, max: width - 1 }), integer({ min: 0, max: height - 1 }));
}

/** The edge length of a quad in pixels. */
export const QUAD = 2;

/** Generates 1 to `limit` values. The size is set explicitly because fast-check stops at eleven by default. */
export function arrayUpTo<T>(element: Arbitrary<T>, limit: number): Arbitrary<T[]> {
  return array(element, { minLength: 1, maxLength: Math.max(1, limit), size: 'max' });
}

/** Returns the smallest triangle that covers the pixel at (x, y) and no other. */
export function createPixelTriangle(x: number, y: number): Triangle {
  return [x * PIXEL, y * PIXEL, (x + 1) * PIXEL, y * PIXEL, x * PIXEL, (y + 1) * PIXEL + 1];
}

/** The primitive types that fill an area whatever the size of points and lines. */
export const FILLED_KINDS = ['triangles', 'rectangles'] as const satisfies readonly PrimitiveKind[];

/** Splits flat coordinates into primitives. */
export function splitVertices(vertices: ArrayLike<number>): Triangle[] {
  const values = Array.from(vertices);
  return Array.from(
    { length: values.length / 6 },
    (_, i) => values.slice(6 * i, 6 * i + 6) as unknown as Triangle,
  );
}
