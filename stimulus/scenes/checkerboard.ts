import { constantFrom, integer, record } from 'fast-check';
import { PIXEL, type SceneShape, splitRectangle } from './geometry.js';

/** The edge lengths of the squares in pixels. Packer regions and small bins have the same sizes (P-059, P-009). */
const EDGES = [8, 16, 32] as const;

/** Draws the squares of one colour and then those of the other, shifted so that each may span several regions. */
export const checkerboard: SceneShape = {
  kind: 'triangles',
  primitives: ({ width, height }, limit) =>
    record({
      // If a square were as large as the area, there would be only one.
      edge: constantFrom(...EDGES.filter((edge, i) => i === 0 || edge < Math.max(width, height))),
      shift: constantFrom(0, 1, 2, 4),
      squares: integer({ min: 1, max: Math.max(1, limit >> 1) }),
      first: integer({ min: 0, max: 63 }),
    }).map(({ edge, shift, squares, first }) => {
      const columns = Math.ceil((width + shift) / edge);
      const rows = Math.ceil((height + shift) / edge);
      const cells = [0, 1].flatMap((colour) =>
        Array.from({ length: columns * rows }, (_, cell) => [
          cell % columns,
          Math.floor(cell / columns),
        ]).filter(([column, row]) => (column + row) % 2 === colour),
      );
      return Array.from({ length: squares }, (_, i) => {
        const [column, row] = cells[(first + i) % cells.length];
        const [x, y] = [(column * edge - shift) * PIXEL, (row * edge - shift) * PIXEL];
        // Each square is one pixel larger than its cell, so squares of the same colour overlap at corners, and
        // squares of different colours along edges.
        return splitRectangle(x, y, x + (edge + 1) * PIXEL, y + (edge + 1) * PIXEL);
      }).flat();
    }),
};
