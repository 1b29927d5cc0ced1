import { tuple } from 'fast-check';
import { type SceneShape, some, triangle, vertexAround } from './geometry.js';

/** Vertices are within the area and one more on each side of it. */
export const large: SceneShape = {
  kind: 'triangles',
  primitives: (area, most) => {
    const vertex = vertexAround(area);
    return some(
      tuple(vertex, vertex, vertex).map((corners) => triangle(...corners)),
      most,
    );
  },
};
