import { assert } from '../kernel/assert.js';

/** Maximum number of corners in an outline. */
const CORNERS_MAX = 4;

/** The edges of one convex outline, as `a * x + b * y + c >= 0`. The winding makes the inside positive. */
export class Edges {
  readonly a = new Float64Array(CORNERS_MAX);
  readonly b = new Float64Array(CORNERS_MAX);
  readonly c = new Float64Array(CORNERS_MAX);
  count = 0;

  /**
   * Sets the outline from `corners` consecutive corners, which start at `v[offset]` and are x and y in 1/256 pixel. They
   * form a triangle or a parallelogram. Returns false if it has no area.
   */
  set(v: ArrayLike<number>, offset: number, corners: 3 | 4): boolean {
    const area = signedArea(v, offset);
    this.count = corners;
    if (area === 0) return false;
    const clockwise = area > 0;
    assert(Number.isInteger(area), 'edges are exact');
    for (let edge = 0; edge < corners; edge++) {
      const from = offset + 2 * (clockwise ? edge : (corners - edge) % corners);
      const to = offset + 2 * (clockwise ? (edge + 1) % corners : corners - 1 - edge);
      const dx = v[to] - v[from];
      const dy = v[to + 1] - v[from + 1];
      this.a[edge] = -dy;
      this.b[edge] = dx;
      assert(Number.isSafeInteger(dy * v[from] - dx * v[from + 1]), 'edge functions are exact');
      // A point on an edge counts as inside only for top and left edges. Since coordinates are integers, the other edges use
      // c - 1.
      const isTopLeft = dy < 0 || (dy === 0 && dx > 0);
      this.c[edge] = dy * v[from] - dx * v[from + 1] - (isTopLeft ? 0 : 1);
    }
    return true;
  }
}

/**
 * Twice the area of the first three corners, in units of 1/65536 square pixel. It is positive if they are clockwise on the
 * screen (y down).
 */
export function signedArea(v: ArrayLike<number>, offset: number): number {
  return (
    (v[offset + 2] - v[offset]) * (v[offset + 5] - v[offset + 1]) -
    (v[offset + 4] - v[offset]) * (v[offset + 3] - v[offset + 1])
  );
}
