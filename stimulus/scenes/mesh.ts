import { array, boolean, constantFrom, integer, record } from 'fast-check';
import { createTriangle, PIXEL, type SceneShape, splitRectangle, type Vertex } from './geometry.js';

/** The edge lengths of cells in pixels. If the length is odd, neighbouring cells share quads. */
const EDGES = [2, 3, 4, 7, 8, 16] as const;

/** The maximum distance by which a vertex is shifted along an axis, in 1/256ths of a pixel. */
const JITTER = PIXEL;

/**
 * Draws cells in rows. Each vertex is shared by all triangles around it, and is shifted slightly unless the mesh is
 * regular.
 */
export const mesh: SceneShape = {
  kind: 'triangles',
  primitives: ({ width, height }, limit) =>
    record({
      edge: constantFrom(...EDGES),
      cells: integer({ min: 1, max: Math.max(1, limit >> 1) }),
      first: integer({ min: 0, max: 255 }),
      regular: boolean(),
      shifts: array(integer({ min: -JITTER, max: JITTER }), { minLength: 16, maxLength: 16 }),
    }).map(({ edge, cells, first, regular, shifts }) => {
      const columns = Math.max(1, Math.floor(width / edge));
      const rows = Math.max(1, Math.floor(height / edge));
      const shift = (column: number, row: number): number =>
        regular ? 0 : shifts[(column * 5 + row * 3) % shifts.length];
      const vertex = (column: number, row: number): Vertex => [
        column * edge * PIXEL + shift(column, row),
        row * edge * PIXEL + shift(row, column),
      ];
      return Array.from({ length: cells }, (_, i) => {
        const cell = (first + i) % (columns * rows);
        const [column, row] = [cell % columns, Math.floor(cell / columns)];
        if (regular) {
          const [x, y] = vertex(column, row);
          return splitRectangle(x, y, x + edge * PIXEL, y + edge * PIXEL);
        }
        const [right, below] = [vertex(column + 1, row), vertex(column, row + 1)];
        return [
          createTriangle(vertex(column, row), right, below),
          createTriangle(right, vertex(column + 1, row + 1), below),
        ];
      }).flat();
    }),
};
