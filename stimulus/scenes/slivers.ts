import { integer, tuple } from 'fast-check';
import { PIXEL, type SceneShape, some, triangle, vertexIn } from './geometry.js';

/** Triangles with one vertex far from two that are less than a pixel apart. */
export const slivers: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) => {
    const width = integer({ min: 0, max: PIXEL - 1 });
    return some(
      tuple(vertexIn(area), vertexIn(area), width, width).map(([from, to, dx, dy]) =>
        triangle(from, to, [to[0] + dx, to[1] + dy]),
      ),
      limit,
    );
  },
};
