/** Sample counts that the reference rasteriser knows the positions of. */
export type RasterSamples = 1 | 2 | 4 | 8 | 16;

/** Coordinates in 1/256 pixel, y down. */
export type Point = readonly [x: number, y: number];

/** Units of vertex coordinates in a pixel, and in 1/16 of one. */
const PIXEL = 256;
const SIXTEENTH = 16;

/** Standard sample positions in 1/16 pixel from the pixel's top-left corner (golden README, "Conventions"; 16: Vulkan). */
const POSITIONS: Readonly<Record<RasterSamples, readonly Point[]>> = {
  1: [[8, 8]],
  2: [
    [12, 12],
    [4, 4],
  ],
  4: [
    [6, 2],
    [14, 6],
    [2, 10],
    [10, 14],
  ],
  8: [
    [9, 5],
    [7, 11],
    [13, 9],
    [5, 3],
    [3, 13],
    [1, 7],
    [11, 15],
    [15, 1],
  ],
  16: [
    [9, 9],
    [7, 5],
    [5, 10],
    [12, 7],
    [3, 6],
    [10, 13],
    [13, 11],
    [11, 3],
    [6, 14],
    [8, 1],
    [4, 2],
    [2, 12],
    [0, 8],
    [15, 4],
    [14, 15],
    [1, 0],
  ],
};

/** Position of a sample from the pixel's top-left corner, in 1/256 pixel. */
export function samplePosition(samples: RasterSamples, sample: number): Point {
  const [x, y] = POSITIONS[samples][sample];
  return [x * SIXTEENTH, y * SIXTEENTH];
}

/** A triangle with its vertices clockwise on the screen (y down), in 1/256 pixel. */
export type Triangle = readonly [Point, Point, Point];

/**
 * Triangle number `index` of a draw's vertices, turned clockwise, or undefined when it has no area: then it covers
 * nothing. Both windings draw.
 */
export function triangleAt(vertices: ArrayLike<number>, index: number): Triangle | undefined {
  const at = index * 6;
  const a: Point = [vertices[at], vertices[at + 1]];
  const b: Point = [vertices[at + 2], vertices[at + 3]];
  const c: Point = [vertices[at + 4], vertices[at + 5]];
  const turn = side(a, b, c);
  if (turn === 0) return undefined;
  return turn > 0 ? [a, b, c] : [a, c, b];
}

/** Mask of the samples of pixel (x, y) that a triangle covers; bit s is sample s. */
export function coverageOf(triangle: Triangle, x: number, y: number, samples: RasterSamples): number {
  let mask = 0;
  POSITIONS[samples].forEach(([sx, sy], sample) => {
    const point: Point = [x * PIXEL + sx * SIXTEENTH, y * PIXEL + sy * SIXTEENTH];
    if (isInside(triangle, point)) mask |= 1 << sample;
  });
  return mask;
}

/** Inside all three edges; on an edge only where that is a top or a left one. */
function isInside([a, b, c]: Triangle, point: Point): boolean {
  return isWithin(a, b, point) && isWithin(b, c, point) && isWithin(c, a, point);
}

function isWithin(from: Point, to: Point, point: Point): boolean {
  const value = side(from, to, point);
  return value > 0 || (value === 0 && isTopOrLeft(from, to));
}

/** Whether a sample exactly on a clockwise edge belongs to the triangle. */
export function isTopOrLeft(from: Point, to: Point): boolean {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  return dy < 0 || (dy === 0 && dx > 0);
}

/** Positive where `point` lies on the inner side of a clockwise edge; exact, since products stay below 2^53. */
function side(from: Point, to: Point, point: Point): number {
  return (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]);
}
