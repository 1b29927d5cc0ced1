import { boolean, integer, record } from 'fast-check';
import { createTriangle, PIXEL, type SceneShape, vertexIn } from './geometry.js';

/** Draws right triangles that share a corner, with legs that grow or shrink step by step. */
export const nested: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) =>
    record({
      corner: vertexIn({ width: area.width >> 1, height: area.height >> 1 }),
      count: integer({ min: 1, max: limit }),
      step: integer({ min: PIXEL / 4, max: 2 * PIXEL }),
      inwards: boolean(),
    }).map(({ corner: [x, y], count, step, inwards }) => {
      const sizes = Array.from({ length: count }, (_, i) => (i + 1) * step + PIXEL);
      return (inwards ? sizes.reverse() : sizes).map((size) =>
        createTriangle([x, y], [x + size, y], [x, y + size]),
      );
    }),
};
