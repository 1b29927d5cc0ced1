import { SAMPLE_POSITIONS, type SampleCount } from '../../../arch/index.js';

/** Coordinates in 1/256ths of a pixel, with y pointing down. */
export type Point = readonly [x: number, y: number];

const PIXEL = 256;
const SIXTEENTH = 16;

/** Standard sample positions, in 1/256ths of a pixel. */
const POSITIONS: Readonly<Record<SampleCount, readonly Point[]>> = {
  1: fromSixteenths(SAMPLE_POSITIONS[1]),
  2: fromSixteenths(SAMPLE_POSITIONS[2]),
  4: fromSixteenths(SAMPLE_POSITIONS[4]),
  8: fromSixteenths(SAMPLE_POSITIONS[8]),
  16: fromSixteenths(SAMPLE_POSITIONS[16]),
};

function fromSixteenths(points: readonly Point[]): readonly Point[] {
  return points.map(([x, y]) => [x * SIXTEENTH, y * SIXTEENTH]);
}

/** Returns the positions of a pixel's samples relative to its top-left corner, in 1/256ths of a pixel. */
export function getSamplePositions(samples: SampleCount): readonly Point[] {
  return POSITIONS[samples];
}

/** Returns the position of a sample relative to the pixel's top-left corner, in 1/256ths of a pixel. */
export function getSamplePosition(samples: SampleCount, sample: number): Point {
  return POSITIONS[samples][sample];
}

/** A convex area of the screen: its corners in clockwise order (y down), in 1/256ths of a pixel. */
export type Outline = readonly Point[];

/** Returns the corners of a convex area in clockwise order, or undefined if the area is zero. */
export function orientClockwise(corners: Outline): Outline | undefined {
  const turn = computeSide(corners[0], corners[1], corners[2]);
  if (turn === 0) return undefined;
  return turn > 0 ? corners : corners.toReversed();
}

/** Returns a mask of the samples of pixel (x, y) that an outline covers. Bit s is sample s. */
export function computeCoverageMask(outline: Outline, x: number, y: number, samples: SampleCount): number {
  let mask = 0;
  POSITIONS[samples].forEach(([sx, sy], sample) => {
    const point: Point = [x * PIXEL + sx, y * PIXEL + sy];
    if (isInside(outline, point)) mask |= 1 << sample;
  });
  return mask;
}

/** Whether a point is inside all edges. A point on an edge only counts as inside if that edge is a top or left edge. */
function isInside(outline: Outline, point: Point): boolean {
  return outline.every((from, corner) => isInsideEdge(from, outline[(corner + 1) % outline.length], point));
}

function isInsideEdge(from: Point, to: Point, point: Point): boolean {
  const value = computeSide(from, to, point);
  return value > 0 || (value === 0 && isTopOrLeft(from, to));
}

/** Whether a sample exactly on a clockwise edge belongs to the outline. */
export function isTopOrLeft(from: Point, to: Point): boolean {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  return dy < 0 || (dy === 0 && dx > 0);
}

/** Returns a positive number if `point` is inside a clockwise edge. The result is exact: products stay below 2^53. */
function computeSide(from: Point, to: Point, point: Point): number {
  return (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]);
}
