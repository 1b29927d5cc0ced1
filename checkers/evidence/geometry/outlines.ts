import { findRegisterField, type Gfx } from '../../../arch/index.js';
import type { Draw } from '../../../transactions/index.js';
import { type Outline, orientClockwise, type Point } from './rasteriser.js';

/** Number of vertex coordinates per primitive. */
const COORDINATES = 6;

/** Coordinate units (1/256ths of a pixel) per unit of the sizes in registers (1/16ths of a pixel). */
const UNITS_PER_SIXTEENTH = 16;

/** Default half-size of points and half-width of lines, in 1/16ths of a pixel (suites.md). */
const DEFAULT_SIZE = 8;

type OutlineBuilder = (vertices: readonly [Point, Point, Point]) => Outline;

/**
 * The areas that a draw's primitives cover, before scissoring. VGT_PRIMITIVE_TYPE selects triangles, rectangles given
 * by three corners, or lines and points, whose half-sizes are in registers, in 1/16ths of a pixel.
 */
export class Outlines {
  private readonly buildOutline: OutlineBuilder;

  constructor(
    gfx: Gfx,
    private readonly draw: Draw,
  ) {
    this.buildOutline = createOutlineBuilder(gfx, draw.registers);
  }

  /** Returns the outline of primitive `index`, or undefined if it has no area. Both windings are kept. */
  at(index: number): Outline | undefined {
    const { vertices } = this.draw;
    const first = index * COORDINATES;
    return orientClockwise(
      this.buildOutline([
        [vertices[first], vertices[first + 1]],
        [vertices[first + 2], vertices[first + 3]],
        [vertices[first + 4], vertices[first + 5]],
      ]),
    );
  }
}

/** The type of a draw's primitives. */
export type PrimitiveKind = 'points' | 'lines' | 'triangles' | 'rectangles';

const KINDS: Readonly<Record<number, PrimitiveKind>> = {
  1: 'points',
  2: 'lines',
  4: 'triangles',
  17: 'rectangles',
};

/** Returns the type of a draw's primitives from VGT_PRIMITIVE_TYPE.PRIM_TYPE, or triangles if that is not set. */
export function getPrimitiveKind(gfx: Gfx, registers: Draw['registers']): PrimitiveKind {
  const type = findRegisterField(gfx, registers, 'VGT_PRIMITIVE_TYPE.PRIM_TYPE') ?? 4;
  const kind = KINDS[type];
  if (kind === undefined) throw new Error(`expected primitive type 1, 2, 4 or 17, got ${type}`);
  return kind;
}

function createOutlineBuilder(gfx: Gfx, registers: Draw['registers']): OutlineBuilder {
  const size = (name: string): number =>
    (findRegisterField(gfx, registers, name) ?? DEFAULT_SIZE) * UNITS_PER_SIXTEENTH;
  switch (getPrimitiveKind(gfx, registers)) {
    case 'triangles':
      return (corners) => corners;
    case 'rectangles':
      return ([a, b, c]) => [a, b, [b[0] + c[0] - a[0], b[1] + c[1] - a[1]], c];
    case 'points':
      return ([[x, y]]) => {
        const half = size('PA_SU_POINT_SIZE.WIDTH');
        return buildBand([x - half, y], [x + half, y], [0, size('PA_SU_POINT_SIZE.HEIGHT')]);
      };
    case 'lines': {
      const half = size('PA_SU_LINE_CNTL.WIDTH');
      const isSquare = findRegisterField(gfx, registers, 'PA_SC_LINE_CNTL.PERPENDICULAR_ENDCAP_ENA') === 1;
      return ([from, to]) =>
        buildBand(from, to, isSquare ? shiftAcrossLine(from, to, half) : shiftAlongMinorAxis(from, to, half));
    }
  }
}

/** Returns the parallelogram spanned by shifting a line by (dx, dy) in both directions. */
function buildBand(from: Point, to: Point, [dx, dy]: Point): Outline {
  return [
    [from[0] - dx, from[1] - dy],
    [to[0] - dx, to[1] - dy],
    [to[0] + dx, to[1] + dy],
    [from[0] + dx, from[1] + dy],
  ];
}

/** Returns a shift of half the width along the line's minor axis, or along y if neither is minor. */
function shiftAlongMinorAxis(from: Point, to: Point, half: number): Point {
  const isXMajor = Math.abs(to[0] - from[0]) >= Math.abs(to[1] - from[1]);
  return isXMajor ? [0, half] : [half, 0];
}

/** Returns a shift of half the width perpendicular to the line, rounded to the nearest 1/256th of a pixel. */
function shiftAcrossLine(from: Point, to: Point, half: number): Point {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  return [
    -Math.sign(dy) * projectHalf(half, Math.abs(dy), dx, dy),
    Math.sign(dx) * projectHalf(half, Math.abs(dx), dx, dy),
  ];
}

/**
 * Computes `half * component / sqrt(dx^2 + dy^2)`, rounded to the nearest integer, using only integers: the largest k
 * such that k - 1/2 does not exceed the quotient. There are no ties, because either the square root is irrational, or
 * `component` divided by it is a fraction with an odd denominator.
 */
function projectHalf(half: number, component: number, dx: number, dy: number): number {
  const squared = BigInt(dx) ** 2n + BigInt(dy) ** 2n;
  const limit = 4n * (BigInt(half) * BigInt(component)) ** 2n;
  let low = 0;
  let high = half;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (BigInt(2 * middle - 1) ** 2n * squared <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
