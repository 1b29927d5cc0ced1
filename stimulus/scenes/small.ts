import { integer, tuple } from 'fast-check';
import { arrayUpTo, createTriangle, PIXEL, type SceneShape, vertexIn } from './geometry.js';

/** The maximum distance of a vertex from the common centre along each axis, in 1/256ths of a pixel. */
const REACH = 6 * PIXEL;

/** Draws triangles around one point, so that they overlap. */
export const small: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) => {
    const offset = integer({ min: -REACH, max: REACH - 1 });
    const corner = tuple(offset, offset);
    return tuple(vertexIn(area), arrayUpTo(tuple(corner, corner, corner), limit)).map(([[cx, cy], corners]) =>
      corners.map(([a, b, c]) =>
        createTriangle([cx + a[0], cy + a[1]], [cx + b[0], cy + b[1]], [cx + c[0], cy + c[1]]),
      ),
    );
  },
};
