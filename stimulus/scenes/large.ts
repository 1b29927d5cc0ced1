import { tuple } from 'fast-check';
import { arrayUpTo, createTriangle, type SceneShape, vertexAround } from './geometry.js';

/** Draws triangles with vertices in the area, or in an area of equal size on any side of it. */
export const large: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) => {
    const vertex = vertexAround(area);
    return arrayUpTo(
      tuple(vertex, vertex, vertex).map((corners) => createTriangle(...corners)),
      limit,
    );
  },
};
