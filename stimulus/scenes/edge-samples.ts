import { constantFrom, integer, record } from 'fast-check';
import type { Area, SceneShape, Vertex } from './geometry.js';
import { arrayUpTo, createTriangle, PIXEL, splitRectangle } from './geometry.js';

/** The sample position granularity: standard positions are multiples of 1/16 of a pixel. */
const SAMPLE_STEP = PIXEL / 16;

/** Grids whose lines pass through pixel centres, through sample positions, or through pixel corners and centres. */
const GRIDS = [
  { step: PIXEL, origin: PIXEL / 2 },
  { step: SAMPLE_STEP, origin: 0 },
  { step: PIXEL / 2, origin: 0 },
] as const;

/** The maximum length of an edge, in steps of the grid. */
const MAX_STEPS = 12;

/**
 * Draws pairs of triangles that share a horizontal, vertical or 45-degree edge through sample positions. By the
 * top-left rule, a sample on the edge belongs to exactly one of them.
 */
export const edgeSamples: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) =>
    arrayUpTo(
      record({
        grid: constantFrom(...GRIDS),
        x: integer({ min: 0, max: 0xffff }),
        y: integer({ min: 0, max: 0xffff }),
        size: integer({ min: 1, max: MAX_STEPS }),
        shared: constantFrom('diagonal', 'vertical', 'horizontal'),
      }),
      Math.max(1, limit >> 1),
    ).map((pairs) =>
      pairs.flatMap(({ grid, x, y, size, shared }) => {
        const corner = snapToGrid(area, grid, x, y);
        const length = Math.max(size * grid.step, PIXEL);
        return createPair(corner, length, shared);
      }),
    ),
};

function snapToGrid(
  { width, height }: Area,
  { step, origin }: (typeof GRIDS)[number],
  x: number,
  y: number,
): Vertex {
  const snap = (value: number, pixels: number): number => origin + (value % ((pixels * PIXEL) / step)) * step;
  return [snap(x, width), snap(y, height)];
}

function createPair([x, y]: Vertex, length: number, shared: string) {
  const [right, bottom] = [x + length, y + length];
  switch (shared) {
    case 'vertical':
      return [
        createTriangle([x, y], [x, bottom], [x - length, y]),
        createTriangle([x, y], [right, bottom], [x, bottom]),
      ];
    case 'horizontal':
      return [
        createTriangle([x, y], [right, y], [x, y - length]),
        createTriangle([x, y], [right, bottom], [right, y]),
      ];
    default:
      return splitRectangle(x, y, right, bottom);
  }
}
