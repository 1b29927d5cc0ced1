import type { PrimitiveKind } from './outlines.js';

/** Number of vertex coordinates per primitive. */
const COORDINATES = 6;

/**
 * The barycentric coordinates I and J of points in a primitive. The value of an attribute is P0 + I*(P1-P0) +
 * J*(P2-P0). A rectangle uses the plane through its three corners. Along a line, only I changes, from 0 at the start to
 * 1 at the end. In a point, both are 0.
 */
export class Barycentrics {
  /** Whether the primitive is back-facing: a triangle or rectangle with clockwise vertices on the screen. */
  isClockwise = false;
  private x0 = 0;
  private y0 = 0;
  private divisor = 1;
  /** The gradients of I and J along x and y, multiplied by the divisor. */
  private ix = 0;
  private iy = 0;
  private jx = 0;
  private jy = 0;

  /** Selects primitive `index` of a draw's vertices. */
  select(kind: PrimitiveKind, vertices: readonly number[], index: number): void {
    const first = index * COORDINATES;
    this.x0 = vertices[first];
    this.y0 = vertices[first + 1];
    const dx1 = vertices[first + 2] - this.x0;
    const dy1 = vertices[first + 3] - this.y0;
    const dx2 = vertices[first + 4] - this.x0;
    const dy2 = vertices[first + 5] - this.y0;
    const area = dx1 * dy2 - dx2 * dy1;
    this.isClockwise = area > 0 && (kind === 'triangles' || kind === 'rectangles');
    if (kind === 'points') this.setGradients(1, 0, 0, 0, 0);
    else if (kind === 'lines') this.setGradients(dx1 ** 2 + dy1 ** 2, dx1, dy1, 0, 0);
    else this.setGradients(area, dy2, -dx2, -dy1, dx1);
  }

  private setGradients(divisor: number, ix: number, iy: number, jx: number, jy: number): void {
    this.divisor = divisor;
    this.ix = ix;
    this.iy = iy;
    this.jx = jx;
    this.jy = jy;
  }

  /**
   * Returns the weight of vertex 1 at a screen point given in 1/256ths of a pixel. The result is exact except for a
   * single rounding to float32, and never negative zero.
   */
  getI(x: number, y: number): number {
    return this.computeWeight(x, y, this.ix, this.iy);
  }

  /** Returns the weight of vertex 2 at a screen point, like `getI`. */
  getJ(x: number, y: number): number {
    return this.computeWeight(x, y, this.jx, this.jy);
  }

  private computeWeight(x: number, y: number, alongX: number, alongY: number): number {
    return Math.fround(((x - this.x0) * alongX + (y - this.y0) * alongY) / this.divisor) + 0;
  }
}
