import { integer, tuple } from 'fast-check';
import { arrayUpTo, createTriangle, PIXEL, type SceneShape, vertexIn } from './geometry.js';

/** Draws triangles with two vertices less than a pixel apart along each axis, and a third one anywhere in the area. */
export const slivers: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) => {
    const width = integer({ min: 0, max: PIXEL - 1 });
    return arrayUpTo(
      tuple(vertexIn(area), vertexIn(area), width, width).map(([from, to, dx, dy]) =>
        createTriangle(from, to, [to[0] + dx, to[1] + dy]),
      ),
      limit,
    );
  },
};
