import { constantFrom, integer, record } from 'fast-check';
import {
  type Area,
  arrayUpTo,
  PIXEL,
  rectangleHalves,
  type SceneShape,
  triangle,
  type Vertex,
} from './geometry.js';

/** The sample position granularity: standard positions are multiples of 1/16 of a pixel. */
const SAMPLE = PIXEL / 16;

/** Grids whose lines pass through pixel centres, through sample positions, or through pixel corners and centres. */
const GRIDS = [
  { step: PIXEL, first: PIXEL / 2 },
  { step: SAMPLE, first: 0 },
  { step: PIXEL / 2, first: 0 },
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
        const corner = toCorner(area, grid, x, y);
        const length = Math.max(size * grid.step, PIXEL);
        return pairAround(corner, length, shared);
      }),
    ),
};

function toCorner(
  { width, height }: Area,
  { step, first }: (typeof GRIDS)[number],
  x: number,
  y: number,
): Vertex {
  const snap = (value: number, pixels: number): number => first + (value % ((pixels * PIXEL) / step)) * step;
  return [snap(x, width), snap(y, height)];
}

function pairAround([x, y]: Vertex, length: number, shared: string) {
  const [right, below] = [x + length, y + length];
  switch (shared) {
    case 'vertical':
      return [triangle([x, y], [x, below], [x - length, y]), triangle([x, y], [right, below], [x, below])];
    case 'horizontal':
      return [triangle([x, y], [right, y], [x, y - length]), triangle([x, y], [right, below], [right, y])];
    default:
      return rectangleHalves(x, y, right, below);
  }
}
