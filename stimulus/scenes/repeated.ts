import { integer, tuple } from 'fast-check';
import { createTriangle, type SceneShape, vertexAround, vertexIn } from './geometry.js';

/** Draws one triangle repeatedly. At least one of its corners is inside the area. */
export const repeated: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) => {
    const vertex = vertexAround(area);
    return tuple(vertexIn(area), vertex, vertex, integer({ min: 1, max: limit })).map(([a, b, c, count]) =>
      Array.from({ length: count }, () => createTriangle(a, b, c)),
    );
  },
};
