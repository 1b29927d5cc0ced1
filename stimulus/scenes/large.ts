import { tuple } from 'fast-check';
import { type SceneShape, some, triangle, vertexAround } from './geometry.js';

/** Vertices are in the area or in one of equal size on any side of it. */
export const large: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) => {
    const vertex = vertexAround(area);
    return some(
      tuple(vertex, vertex, vertex).map((corners) => triangle(...corners)),
      limit,
    );
  },
};
