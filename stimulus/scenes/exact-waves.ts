import { constantFrom, integer, record } from 'fast-check';
import { arrayUpTo, PIXEL, QUAD, type SceneShape, type Triangle } from './geometry.js';

/** Quad counts of full 32- and 64-lane waves, one fewer, one more, and a single quad. */
const QUADS = [1, 7, 8, 9, 15, 16, 17] as const;

/** The flat triangle's leg length per quad, which makes it cover the upper row exactly up to the quad's last pixel. */
const LEG = Math.ceil((QUAD * PIXEL * 4) / 3);

/**
 * Draws flat triangles over two rows of pixels. They cover the given number of quads in the upper row, and no
 * other quads in the lower row.
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
