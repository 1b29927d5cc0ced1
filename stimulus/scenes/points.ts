import { boolean, tuple } from 'fast-check';
import { arrayUpTo, type SceneShape, type Triangle } from './geometry.js';
import { gridVertex } from './grid-vertex.js';

/** Draws points, about half of them at the same location as the previous point. */
export const points: SceneShape = {
  kind: 'points',
  primitives: (area, limit) =>
    arrayUpTo(tuple(gridVertex(area), boolean()), limit).map((picks) => {
      let location = picks[0][0];
      return picks.map(([vertex, isRepeated]): Triangle => {
        if (!isRepeated) location = vertex;
        const [x, y] = location;
        return [x, y, x, y, x, y];
      });
    }),
};
