import { constantFrom, integer, record } from 'fast-check';
import { arrayUpTo, PIXEL, QUAD, type SceneShape, type Triangle } from './geometry.js';

/** The numbers of quads that fill a wave of 32 or 64 lanes, give or take one, and a single quad. */
const QUADS = [1, 7, 8, 9, 15, 16, 17] as const;

/** The length of the horizontal leg per quad. It makes the upper row extend to the last pixel of the last quad. */
const LEG = Math.ceil((QUAD * PIXEL * 4) / 3);

/**
 * Draws flat triangles over two rows of pixels. The upper row of each triangle covers the chosen number of quads; the
 * lower row adds no further quads.
 */
export const exactWaves: SceneShape = {
  kind: 'triangles',
  primitives: ({ width, height }, limit) =>
    arrayUpTo(
      record({
        quads: constantFrom(...QUADS.filter((quads) => quads <= Math.ceil(width / QUAD))),
        row: integer({ min: 0, max: Math.ceil(height / QUAD) - 1 }),
      }),
      limit,
    ).map((rows) =>
      rows.map(({ quads, row }): Triangle => {
        const y = row * QUAD * PIXEL;
        return [0, y, quads * LEG, y, 0, y + QUAD * PIXEL];
      }),
    ),
};
