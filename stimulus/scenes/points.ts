import { boolean, tuple } from 'fast-check';
import { type SceneShape, some, type Triangle } from './geometry.js';
import { gridVertex } from './grid-vertex.js';

/** Points, half of them at the previous one's location. */
export const points: SceneShape = {
  kind: 'points',
  primitives: (area, limit) =>
    some(tuple(gridVertex(area), boolean()), limit).map((drawn) => {
      let at = drawn[0][0];
      return drawn.map(([vertex, isRepeated]): Triangle => {
        if (!isRepeated) at = vertex;
        const [x, y] = at;
        return [x, y, x, y, x, y];
      });
    }),
};
