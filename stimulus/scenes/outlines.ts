import { type Arbitrary, array, boolean, constantFrom, integer, record, tuple } from 'fast-check';
import type { Area, SceneShape, Triangle, Vertex } from './geometry.js';
import {
  arrayUpTo,
  createTriangle,
  PIXEL,
  splitRectangle,
  triangles,
  vertexAround,
  vertexIn,
} from './geometry.js';

/** How far outside the area a vertex may be, in pixels. */
const MARGIN = 2;

/** Generates a vertex, usually on a pixel's edge or centre, and sometimes slightly outside the area. */
function gridVertex({ width, height }: Area): Arbitrary<Vertex> {
  return tuple(coordinate(width), coordinate(height));
}

/** Draws one coordinate of a grid vertex. */
function coordinate(pixels: number): Arbitrary<number> {
  const anywhere = integer({ min: -MARGIN * PIXEL, max: (pixels + MARGIN) * PIXEL - 1 });
  return tuple(anywhere, constantFrom(1, PIXEL / 2, PIXEL)).map(
    ([value, step]) => Math.floor(value / step) * step,
  );
}

/** Draws points, about half of them at the same location as the previous point. */
export const points: SceneShape = {
  kind: 'points',
  primitives: (area, limit) =>
    arrayUpTo(tuple(gridVertex(area), boolean()), limit).map((picks) => {
      let location = picks[0][0];
      return picks.map(([vertex, isRepeated]): Triangle => {
        if (!isRepeated) location = vertex;
        const [x, y] = location;
        return [x, y, x, y, x, y];
      });
    }),
};

/** A line's direction: usually arbitrary, sometimes along an axis, sometimes none (zero length). */
const DIRECTIONS = ['any', 'any', 'any', 'any', 'any', 'down', 'across', 'none'] as const;

/** Draws lines. Half of them start where the previous one ended, some run along an axis, and some have zero length. */
export const lines: SceneShape = {
  kind: 'lines',
  primitives: (area, limit) =>
    tuple(
      gridVertex(area),
      arrayUpTo(
        record({
          from: gridVertex(area),
          to: gridVertex(area),
          direction: constantFrom(...DIRECTIONS),
          continues: boolean(),
        }),
        limit,
      ),
    ).map(([first, segments]) => {
      let end = first;
      return segments.map(({ from, to, direction, continues }): Triangle => {
        const [x0, y0] = continues ? end : from;
        const x1 = direction === 'down' || direction === 'none' ? x0 : to[0];
        const y1 = direction === 'across' || direction === 'none' ? y0 : to[1];
        end = [x1, y1];
        return [x0, y0, x1, y1, x1, y1];
      });
    }),
};

/** Draws rectangles with one implicit corner, which may be any of the four. */
export const rectangles: SceneShape = {
  kind: 'rectangles',
  primitives: (area, limit) =>
    arrayUpTo(
      tuple(gridVertex(area), gridVertex(area)).map(
        ([[x0, y0], [x1, y1]]): Triangle => [x0, y0, x1, y0, x0, y1],
      ),
      limit,
    ),
};

/** Draws triangles with vertices in the area, or in an area of equal size on any side of it. */
export const large = triangles((area, limit) => {
  const vertex = vertexAround(area);
  return arrayUpTo(
    tuple(vertex, vertex, vertex).map((corners) => createTriangle(...corners)),
    limit,
  );
});

/** The maximum distance of a vertex from the common centre along each axis, in 1/256ths of a pixel. */
const REACH = 6 * PIXEL;

/** Draws triangles around one point, so that they overlap. */
export const small = triangles((area, limit) => {
  const offset = integer({ min: -REACH, max: REACH - 1 });
  const corner = tuple(offset, offset);
  return tuple(vertexIn(area), arrayUpTo(tuple(corner, corner, corner), limit)).map(([[cx, cy], corners]) =>
    corners.map(([a, b, c]) =>
      createTriangle([cx + a[0], cy + a[1]], [cx + b[0], cy + b[1]], [cx + c[0], cy + c[1]]),
    ),
  );
});

/** Draws triangles with two vertices less than a pixel apart along each axis, and a third one anywhere in the area. */
export const slivers = triangles((area, limit) => {
  const width = integer({ min: 0, max: PIXEL - 1 });
  return arrayUpTo(
    tuple(vertexIn(area), vertexIn(area), width, width).map(([from, to, dx, dy]) =>
      createTriangle(from, to, [to[0] + dx, to[1] + dy]),
    ),
    limit,
  );
});

/** Draws a fan, in which each rim vertex forms a triangle with the hub and the previous rim vertex. */
export const fan = triangles((area, limit) =>
  tuple(vertexIn(area), vertexIn(area), arrayUpTo(vertexIn(area), limit)).map(([hub, first, rim]) =>
    rim.map((vertex, i) => createTriangle(hub, i === 0 ? first : rim[i - 1], vertex)),
  ),
);

/** The step along the strip, in 1/256ths of a pixel: from less than a quad to several quads. */
const STEP = { min: PIXEL / 2, max: 6 * PIXEL };

/** Draws a triangle strip along x or y. It turns back at the border, so it overlaps itself if it is long enough. */
export const strip = triangles(({ width, height }, limit) =>
  record({
    count: integer({ min: 1, max: limit }),
    step: integer(STEP),
    from: integer({ min: 0, max: Math.min(width, height) * PIXEL }),
    breadth: integer({ min: PIXEL, max: 8 * PIXEL }),
    down: boolean(),
  }).map(({ count, step, from, breadth, down }) => {
    const length = (down ? height : width) * PIXEL;
    const vertex = (i: number): Vertex => {
      const position = bounce(i * step, length);
      const offset = from + (i % 2) * breadth;
      return down ? [offset, position] : [position, offset];
    };
    return Array.from({ length: count }, (_, i) => createTriangle(vertex(i), vertex(i + 1), vertex(i + 2)));
  }),
);

/** Returns the position between 0 and `length` after travelling a distance, turning back at each end. */
function bounce(distance: number, length: number): number {
  const position = distance % (2 * length);
  return position <= length ? position : 2 * length - position;
}

/** The edge lengths of cells in pixels. If the length is odd, neighbouring cells share quads. */
const CELL_EDGES = [2, 3, 4, 7, 8, 16] as const;

/** The maximum distance by which a vertex is shifted along an axis, in 1/256ths of a pixel. */
const JITTER = PIXEL;

/**
 * Draws cells in rows. Each vertex is shared by all triangles around it, and is shifted slightly unless the mesh is
 * regular.
 */
export const mesh = triangles(({ width, height }, limit) =>
  record({
    edge: constantFrom(...CELL_EDGES),
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
);
