import { tuple } from 'fast-check';
import { arrayUpTo, createTriangle, type SceneShape, vertexIn } from './geometry.js';

/** Draws a fan, in which each rim vertex forms a triangle with the hub and the previous rim vertex. */
export const fan: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) =>
    tuple(vertexIn(area), vertexIn(area), arrayUpTo(vertexIn(area), limit)).map(([hub, first, rim]) =>
      rim.map((vertex, i) => createTriangle(hub, i === 0 ? first : rim[i - 1], vertex)),
    ),
};
