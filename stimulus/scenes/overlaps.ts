import { boolean, constantFrom, integer, record, tuple } from 'fast-check';
import {
  arrayUpTo,
  createPixelTriangle,
  createTriangle,
  PIXEL,
  pixelIn,
  QUAD,
  splitRectangle,
  type Triangle,
  triangles,
  type Vertex,
  vertexAround,
  vertexIn,
} from './geometry.js';

/**
 * The length of a leg: slightly longer than the quad's edge. Otherwise, two pixel centres would be on the hypotenuse,
 * and the triangle would cover neither (top-left rule).
 */
const LEG = QUAD * PIXEL + 1;

/**
 * Draws triangles that each cover all but one pixel of the same quad. Any two of them overlap, so each needs a separate
 * wave, and ids advance quickly.
 */
export const hotPixels = triangles((area, limit) => {
  const side = integer({ min: 0, max: 1 });
  return tuple(pixelIn(area), arrayUpTo(tuple(side, side), limit)).map(([[px, py], corners]) =>
    corners.map(([right, bottom]) => {
      const x = (px - (px % QUAD) + QUAD * right) * PIXEL;
      const y = (py - (py % QUAD) + QUAD * bottom) * PIXEL;
      return [x, y, right === 0 ? x + LEG : x - LEG, y, x, bottom === 0 ? y + LEG : y - LEG];
    }),
  );
});

/**
 * The maximum number of waves per run. This is enough to wrap small id spaces (those that wrap at 7 to 63), sometimes
 * more than once.
 */
const MAX_RUN = 64;

/**
 * These draws may have this many times more primitives than others, since each one covers only a single pixel. This is
 * also the maximum number of runs.
 */
const LENGTH_FACTOR = 4;

/**
 * Draws runs of primitives. All primitives of a run cover the same pixel and thus overlap, so each needs a separate
 * wave and id.
 */
export const idBurst = triangles((area, limit) =>
  arrayUpTo(record({ pixel: pixelIn(area), count: integer({ min: 1, max: MAX_RUN }) }), LENGTH_FACTOR).map(
    (runs) =>
      runs
        .flatMap(({ pixel: [x, y], count }) => Array.from({ length: count }, () => createPixelTriangle(x, y)))
        .slice(0, LENGTH_FACTOR * limit),
  ),
);

/**
 * Draws a pixel, then pixels in many other quads, then the first pixel again. The first pixel's wave may stay the
 * oldest for a long time while many others start and end. The last wave waits for the first one, which may be exactly
 * as old as the id window allows. One more id in between, and its id would refer to a different wave (H39, S-042).
 */
export const returning = triangles((area, limit) =>
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
);

/** The numbers of quads that fill a wave of 32 or 64 lanes, give or take one, and a single quad. */
const QUADS = [1, 7, 8, 9, 15, 16, 17] as const;

/** The length of the horizontal leg per quad. It makes the upper row extend to the last pixel of the last quad. */
const ROW_LEG = Math.ceil((QUAD * PIXEL * 4) / 3);

/**
 * Draws flat triangles over two rows of pixels. The upper row of each triangle covers the chosen number of quads; the
 * lower row adds no further quads.
 */
export const exactWaves = triangles(({ width, height }, limit) =>
  arrayUpTo(
    record({
      quads: constantFrom(...QUADS.filter((quads) => quads <= Math.ceil(width / QUAD))),
      row: integer({ min: 0, max: Math.ceil(height / QUAD) - 1 }),
    }),
    limit,
  ).map((rows) =>
    rows.map(({ quads, row }): Triangle => {
      const y = row * QUAD * PIXEL;
      return [0, y, quads * ROW_LEG, y, 0, y + QUAD * PIXEL];
    }),
  ),
);

/** Draws one triangle repeatedly. At least one of its corners is inside the area. */
export const repeated = triangles((area, limit) => {
  const vertex = vertexAround(area);
  return tuple(vertexIn(area), vertex, vertex, integer({ min: 1, max: limit })).map(([a, b, c, count]) =>
    Array.from({ length: count }, () => createTriangle(a, b, c)),
  );
});

/** Draws right triangles that share a corner, with legs that grow or shrink step by step. */
export const nested = triangles((area, limit) =>
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
);

/** Alternately draws the two halves of the area, so every second triangle covers the same pixels. */
export const stack = triangles(({ width, height }, limit) =>
  integer({ min: 1, max: limit }).map((count) => {
    const halves = splitRectangle(0, 0, width * PIXEL, height * PIXEL);
    return Array.from({ length: count }, (_, i) => halves[i % 2]);
  }),
);

/** The edge lengths of the squares in pixels. Packer regions and small bins have the same sizes (P-059, P-009). */
const EDGES = [8, 16, 32] as const;

/** Draws the squares of one colour and then those of the other, shifted so that each may span several regions. */
export const checkerboard = triangles(({ width, height }, limit) =>
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
);

/** The sample position granularity: standard positions are multiples of 1/16 of a pixel. */
const SAMPLE_STEP = PIXEL / 16;

/** Grids whose lines pass through pixel centres, through sample positions, or through pixel corners and centres. */
const GRIDS = [
  { step: PIXEL, origin: PIXEL / 2 },
  { step: SAMPLE_STEP, origin: 0 },
  { step: PIXEL / 2, origin: 0 },
] as const;

/** The maximum length of an edge, in steps of the grid. */
const MAX_STEPS = 12;

/**
 * Draws pairs of triangles that share a horizontal, vertical or 45-degree edge through sample positions. By the
 * top-left rule, a sample on the edge belongs to exactly one of them.
 */
export const edgeSamples = triangles((area, limit) =>
  arrayUpTo(
    record({
      grid: constantFrom(...GRIDS),
      x: integer({ min: 0, max: 0xffff }),
      y: integer({ min: 0, max: 0xffff }),
      size: integer({ min: 1, max: MAX_STEPS }),
      shared: constantFrom('diagonal', 'vertical', 'horizontal'),
    }),
    Math.max(1, limit >> 1),
  ).map((pairs) =>
    pairs.flatMap(({ grid: { step, origin }, x, y, size, shared }) => {
      const snap = (value: number, pixels: number): number =>
        origin + (value % ((pixels * PIXEL) / step)) * step;
      return createPair([snap(x, area.width), snap(y, area.height)], Math.max(size * step, PIXEL), shared);
    }),
  ),
);

function createPair([x, y]: Vertex, length: number, shared: string) {
  const [right, bottom] = [x + length, y + length];
  switch (shared) {
    case 'vertical':
      return [
        createTriangle([x, y], [x, bottom], [x - length, y]),
        createTriangle([x, y], [right, bottom], [x, bottom]),
      ];
    case 'horizontal':
      return [
        createTriangle([x, y], [right, y], [x, y - length]),
        createTriangle([x, y], [right, bottom], [right, y]),
      ];
    default:
      return splitRectangle(x, y, right, bottom);
  }
}
