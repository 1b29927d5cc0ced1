import { tuple } from 'fast-check';
import { arrayUpTo, type SceneShape, type Triangle } from './geometry.js';
import { gridVertex } from './grid-vertex.js';

/** Draws rectangles with one implicit corner, which may be any of the four. */
export const rectangles: SceneShape = {
  kind: 'rectangles',
  primitives: (area, limit) =>
    arrayUpTo(
      tuple(gridVertex(area), gridVertex(area)).map(
        ([[x0, y0], [x1, y1]]): Triangle => [x0, y0, x1, y0, x0, y1],
      ),
      limit,
    ),
};
