import { assert } from '../kernel/assert.js';

/** Maximum number of corners of an outline. */
const CORNERS_MAX = 4;

/** The edges of one convex outline as `a * x + b * y + c >= 0`, wound so that the inside is positive. */
export class Edges {
  readonly a = new Float64Array(CORNERS_MAX);
  readonly b = new Float64Array(CORNERS_MAX);
  readonly c = new Float64Array(CORNERS_MAX);
  count = 0;

  /**
   * Takes an outline of `corners` consecutive corners in `v[at…]`: a triangle or a parallelogram, as x and y in 1/256 pixel.
   * Returns false if it has no area.
   */
  set(v: ArrayLike<number>, at: number, corners: 3 | 4): boolean {
    const area = signedArea(v, at);
    this.count = corners;
    if (area === 0) return false;
    const clockwise = area > 0;
    assert(Number.isInteger(area), 'edges are exact');
    for (let edge = 0; edge < corners; edge++) {
      const from = at + 2 * (clockwise ? edge : (corners - edge) % corners);
      const to = at + 2 * (clockwise ? (edge + 1) % corners : corners - 1 - edge);
      const dx = v[to] - v[from];
      const dy = v[to + 1] - v[from + 1];
      this.a[edge] = -dy;
      this.b[edge] = dx;
      assert(Number.isSafeInteger(dy * v[from] - dx * v[from + 1]), 'edge functions are exact');
      // A point on an edge is inside only for top and left edges: with integers, the others use c - 1.
      const isTopLeft = dy < 0 || (dy === 0 && dx > 0);
      this.c[edge] = dy * v[from] - dx * v[from + 1] - (isTopLeft ? 0 : 1);
    }
    return true;
  }
}

/** Twice the area of the first three corners in 1/65536 pixel; positive if clockwise on the screen (y down). */
export function signedArea(v: ArrayLike<number>, at: number): number {
  return (v[at + 2] - v[at]) * (v[at + 5] - v[at + 1]) - (v[at + 4] - v[at]) * (v[at + 3] - v[at + 1]);
}
