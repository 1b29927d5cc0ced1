import { assert } from '../kernel/assert.js';

const MAX_CORNERS = 4;

/** The edges of one convex outline, as `a * x + b * y + c >= 0`. They are oriented so that the inside is positive. */
export class Edges {
  readonly a = new Float64Array(MAX_CORNERS);
  readonly b = new Float64Array(MAX_CORNERS);
  readonly c = new Float64Array(MAX_CORNERS);
  count = 0;

  /**
   * Sets the outline from `corners` consecutive (x, y) pairs starting at `v[offset]`, in 1/256ths of a pixel. The
   * pairs form a triangle or a parallelogram. Returns false if the outline's area is zero.
   */
  set(v: ArrayLike<number>, offset: number, corners: 3 | 4): boolean {
    const area = getSignedArea(v, offset);
    this.count = corners;
    if (area === 0) return false;
    const isClockwise = area > 0;
    assert(Number.isInteger(area), 'coordinates are integers');
    for (let edge = 0; edge < corners; edge++) {
      const from = offset + 2 * (isClockwise ? edge : (corners - edge) % corners);
      const to = offset + 2 * (isClockwise ? (edge + 1) % corners : corners - 1 - edge);
      const dx = v[to] - v[from];
      const dy = v[to + 1] - v[from + 1];
      this.a[edge] = -dy;
      this.b[edge] = dx;
      assert(Number.isSafeInteger(dy * v[from] - dx * v[from + 1]), 'edge functions are exact');
      // A point on an edge counts as inside only for top and left edges. Coordinates are integers, so subtracting 1
      // from c excludes points on the other edges.
      const isTopLeft = dy < 0 || (dy === 0 && dx > 0);
      this.c[edge] = dy * v[from] - dx * v[from + 1] - (isTopLeft ? 0 : 1);
    }
    return true;
  }
}

/**
 * Returns twice the area of the triangle formed by the first three corners, in 1/65536ths of a square pixel. The
 * area is positive if the corners run clockwise on screen (y down).
 */
export function getSignedArea(v: ArrayLike<number>, offset: number): number {
  return (
    (v[offset + 2] - v[offset]) * (v[offset + 5] - v[offset + 1]) -
    (v[offset + 4] - v[offset]) * (v[offset + 3] - v[offset + 1])
  );
}
