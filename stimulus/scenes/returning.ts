import { integer, record } from 'fast-check';
import { createPixelTriangle, pixelIn, QUAD, type SceneShape } from './geometry.js';

/**
 * Draws a pixel, then pixels in many other quads, then the first pixel again. The first pixel's wave may stay the
 * oldest for a long time while many others start and end. The last wave waits for the first one, which may be exactly
 * as old as the id window allows. One more id in between, and its id would refer to a different wave (H39, S-042).
 */
export const returning: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) =>
    record({ first: pixelIn(area), others: integer({ min: 1, max: 2 * limit }) }).map(
      ({ first: [x, y], others }) => {
        const columns = Math.ceil(area.width / QUAD);
        const quads = columns * Math.ceil(area.height / QUAD);
        const firstQuad = Math.floor(y / QUAD) * columns + Math.floor(x / QUAD);
        const between = Array.from({ length: Math.min(others, quads - 1) }, (_, i) => {
          const quad = (firstQuad + 1 + i) % quads;
          return createPixelTriangle((quad % columns) * QUAD, Math.floor(quad / columns) * QUAD);
        });
        return [createPixelTriangle(x, y), ...between, createPixelTriangle(x, y)];
      },
    ),
};
