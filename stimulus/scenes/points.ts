import { boolean, tuple } from 'fast-check';
import { type SceneShape, some, type Triangle } from './geometry.js';
import { gridVertex } from './grid-vertex.js';

/** Draws points, half of which are at the same location as the previous one. */
export const points: SceneShape = {
  kind: 'points',
  primitives: (area, limit) =>
    some(tuple(gridVertex(area), boolean()), limit).map((drawn) => {
      let location = drawn[0][0];
      return drawn.map(([vertex, isRepeated]): Triangle => {
        if (!isRepeated) location = vertex;
        const [x, y] = location;
        return [x, y, x, y, x, y];
      });
    }),
};
