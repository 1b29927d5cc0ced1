import { integer, tuple } from 'fast-check';
import type { SceneShape } from './geometry.js';
import { largeTriangle } from './large.js';

/** One triangle, drawn again and again. */
export const repeated: SceneShape = {
  kind: 'triangles',
  primitives: (area, most) =>
    tuple(largeTriangle(area), integer({ min: 1, max: most })).map(([one, count]) =>
      Array.from({ length: count }, () => one),
    ),
};
