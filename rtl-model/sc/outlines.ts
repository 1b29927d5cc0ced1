import { findRegisterField, type Gfx } from '../../arch/index.js';
import type { Draw } from '../../transactions/index.js';
import { assert } from '../kernel/assert.js';

/**
 * Returns the offset from a line's centre line to its edge, in 1/256ths of a pixel. For lines with axis-aligned ends,
 * it is half the width along the minor axis. For lines with perpendicular ends, it is rounded to the nearest unit, with
 * ties rounded away from the line's centre, so that a line's shape does not depend on its position.
 */
export function computeLineNormal(
  dx: number,
  dy: number,
  halfWidth: number,
  perpendicular: boolean,
): readonly [x: number, y: number] {
  if (!perpendicular) return Math.abs(dx) >= Math.abs(dy) ? [0, halfWidth] : [halfWidth, 0];
  return [-Math.sign(dy) * toHalfWidth(dy, dx, halfWidth), Math.sign(dx) * toHalfWidth(dx, dy, halfWidth)];
}

/**
 * Computes |along| * halfWidth / sqrt(along² + across²), rounded to the nearest integer, with ties rounded up. The
 * result is exact for integers. Twice the result, before rounding, must be less than 2^26.
 */
function toHalfWidth(along: number, across: number, halfWidth: number): number {
  if (along === 0) return 0;
  const [a, b, h] = [BigInt(along), BigInt(across), BigInt(halfWidth)];
  // Truncating the square of twice the result does not change its integer square root.
  const square = (4n * a * a * h * h) / (a * a + b * b);
  return Math.floor((integerSquareRoot(Number(square)) + 1) / 2);
}

/** Returns `floor(sqrt(square))`, for integers below 2^52. */
function integerSquareRoot(square: number): number {
  assert(square < 2 ** 52, 'the square is an exact integer');
  return Math.floor(Math.sqrt(square));
}

/** The values of VGT_PRIMITIVE_TYPE.PRIM_TYPE for primitives that reach the scan converter. */
export const PRIMITIVE_TYPE = { POINTS: 1, LINES: 2, TRIANGLES: 4, RECTANGLES: 17 } as const;

/** Number of values per primitive in `Draw.vertices`. */
export const PRIMITIVE_VALUES = 6;

/** Converts point and line sizes (1/16 pixel) to vertex coordinate units (1/256 pixel). */
const SIZE_UNIT = 16;

/** The default half-size of points and lines: half a pixel, in 1/16ths of a pixel. */
const HALF_PIXEL = 8;

/** Returns the type of a draw's primitives, which is one of `PRIMITIVE_TYPE`. */
export function getPrimitiveType(gfx: Gfx, { registers }: Draw): number {
  return findRegisterField(gfx, registers, 'VGT_PRIMITIVE_TYPE.PRIM_TYPE') ?? PRIMITIVE_TYPE.TRIANGLES;
}

/** Returns the shape of a draw's primitives (PA_SU_POINT_SIZE, PA_SU_LINE_CNTL, PA_SC_LINE_CNTL). */
export function getPrimitiveShape(gfx: Gfx, draw: Draw) {
  const { registers } = draw;
  const type = getPrimitiveType(gfx, draw);
  const getSize = (name: string): number =>
    (findRegisterField(gfx, registers, name) ?? HALF_PIXEL) * SIZE_UNIT;
  const width = type === PRIMITIVE_TYPE.LINES ? 'PA_SU_LINE_CNTL.WIDTH' : 'PA_SU_POINT_SIZE.WIDTH';
  return {
    /** One of `PRIMITIVE_TYPE`. */
    type,
    /** Half the width of points and lines, in 1/256ths of a pixel. */
    halfWidth: getSize(width),
    /** Half the height of points, in 1/256ths of a pixel. */
    halfHeight: getSize('PA_SU_POINT_SIZE.HEIGHT'),
    /** Whether line ends are perpendicular to the line rather than axis-aligned. */
    perpendicular: findRegisterField(gfx, registers, 'PA_SC_LINE_CNTL.PERPENDICULAR_ENDCAP_ENA') === 1,
  };
}

/** The type and width of a draw's primitives, according to its registers. */
export type PrimitiveShape = Readonly<ReturnType<typeof getPrimitiveShape>>;

/**
 * Provides the convex outlines of a draw's primitives, one at a time: the corners of a triangle or, for rectangles,
 * points and lines, the four corners of a parallelogram, so one edge rule works for all of them.
 */
export class Outlines {
  /** The array that holds the selected outline's corners, as x and y in 1/256ths of a pixel. */
  corners: ArrayLike<number>;
  /** Index in `corners` of the first of the outline's `count` corners. */
  firstCorner = 0;
  readonly count: 3 | 4;
  private readonly ownCorners = new Float64Array(8);

  constructor(
    private readonly vertices: readonly number[],
    private readonly shape: PrimitiveShape,
  ) {
    const isTriangle = shape.type === PRIMITIVE_TYPE.TRIANGLES;
    this.count = isTriangle ? 3 : 4;
    this.corners = isTriangle ? vertices : this.ownCorners;
  }

  /** Selects a primitive by its index within the draw. */
  select(primitive: number): void {
    const from = primitive * PRIMITIVE_VALUES;
    assert(from >= 0 && from + PRIMITIVE_VALUES <= this.vertices.length, 'the primitive is in the draw');
    switch (this.shape.type) {
      case PRIMITIVE_TYPE.TRIANGLES:
        this.firstCorner = from;
        break;
      case PRIMITIVE_TYPE.RECTANGLES:
        this.buildRectangle(from);
        break;
      case PRIMITIVE_TYPE.LINES:
        this.buildLine(from);
        break;
      case PRIMITIVE_TYPE.POINTS:
        this.buildPoint(from);
        break;
      default:
        throw new Error(`the scan converter does not support primitive type ${this.shape.type}`);
    }
  }

  private build(x0: number, y0: number, x1: number, y1: number, x2: number, y2: number): void {
    const { ownCorners } = this;
    ownCorners[0] = x0;
    ownCorners[1] = y0;
    ownCorners[2] = x1;
    ownCorners[3] = y1;
    ownCorners[4] = x2;
    ownCorners[5] = y2;
    ownCorners[6] = x0 + x2 - x1;
    ownCorners[7] = y0 + y2 - y1;
  }

  /** Builds a rectangle. The implied corner is between v1 and v2. */
  private buildRectangle(from: number): void {
    const v = this.vertices;
    const [x0, y0, x1, y1, x2, y2] = [
      v[from],
      v[from + 1],
      v[from + 2],
      v[from + 3],
      v[from + 4],
      v[from + 5],
    ];
    this.build(x1, y1, x0, y0, x2, y2);
  }

  private buildPoint(from: number): void {
    const { halfWidth, halfHeight } = this.shape;
    const [x, y] = [this.vertices[from], this.vertices[from + 1]];
    this.build(x - halfWidth, y - halfHeight, x + halfWidth, y - halfHeight, x + halfWidth, y + halfHeight);
  }

  private buildLine(from: number): void {
    const v = this.vertices;
    const [x0, y0, x1, y1] = [v[from], v[from + 1], v[from + 2], v[from + 3]];
    const [nx, ny] = computeLineNormal(x1 - x0, y1 - y0, this.shape.halfWidth, this.shape.perpendicular);
    assert(Number.isInteger(nx) && Number.isInteger(ny), 'line corners are on the grid');
    this.build(x0 - nx, y0 - ny, x1 - nx, y1 - ny, x1 + nx, y1 + ny);
  }
}
