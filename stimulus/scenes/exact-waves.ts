import { constantFrom, integer, record } from 'fast-check';
import { PIXEL, QUAD, type SceneShape, some, type Triangle } from './geometry.js';

/** Quads of full 32- and 64-lane waves, one fewer, one more, and a single one. */
const QUADS = [1, 7, 8, 9, 15, 16, 17] as const;

/** Leg length of the flat triangle per quad: its upper row is covered exactly up to the quad's last pixel. */
const LEG = Math.ceil((QUAD * PIXEL * 4) / 3);

/** Flat triangles over two rows: the upper row of pixels covers this many quads, the lower one at most as many. */
export const exactWaves: SceneShape = {
  kind: 'triangles',
  primitives: ({ width, height }, limit) =>
    some(
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
