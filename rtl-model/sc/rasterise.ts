import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import { assert } from '../kernel/assert.js';
import { Edges } from './edges.js';
import type { Footprint } from './footprint.js';
import { FRAGMENTS, SUBPIXELS } from './spec.js';

/** Index of the fourth edge, which triangles do not have. */
const FOURTH = 3;

/** A rectangle of whole pixels. Left and top are inclusive, right and bottom exclusive. */
export interface PixelRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Rasterises convex outlines into quads within a rectangle. The result is exact: it uses integer edge functions in
 * 1/256ths of a pixel, the top-left rule, and standard sample positions (golden README, "Conventions"). Each instance
 * handles one footprint.
 */
export class Rasteriser {
  /** The quads of the last outline, row by row, with `QUAD_COLUMNS` values each. */
  quads = new Int32Array(64 * QUAD_COLUMNS);
  quadCount = 0;
  private readonly edges = new Edges();
  /** The step of each edge function from the quad's corner to each point, indexed by edge and then by point. */
  private readonly steps: Float64Array;
  /** The largest step of each edge. If the point with that step is outside the edge, so is the whole quad. */
  private readonly reach = new Float64Array(FRAGMENTS);

  private clip: PixelRect = { left: 0, top: 0, right: 0, bottom: 0 };

  constructor(private readonly footprint: Footprint) {
    this.steps = new Float64Array(4 * FRAGMENTS * footprint.points);
  }

  /**
   * Fills `quads` with the quads that the outline covers within `clip`, tagged with `primitive`.
   *
   * @param v vertex coordinates; the outline's corners start at `offset`, as (x, y) pairs in 1/256ths of a pixel
   */
  rasterise(
    v: ArrayLike<number>,
    offset: number,
    primitive: number,
    clip: PixelRect,
    corners: 3 | 4 = 3,
  ): void {
    this.quadCount = 0;
    this.clip = clip;
    assert(clip.left >= 0 && clip.top >= 0, 'rasterised pixels are on the screen');
    if (!this.edges.set(v, offset, corners)) return;
    this.prepareSteps();
    assert(this.edges.count === corners, 'the outline has an edge per corner');
    let [left, top, right, bottom] = [v[offset], v[offset + 1], v[offset], v[offset + 1]];
    for (let i = offset + 2; i < offset + 2 * corners; i += 2) {
      left = Math.min(left, v[i]);
      right = Math.max(right, v[i]);
      top = Math.min(top, v[i + 1]);
      bottom = Math.max(bottom, v[i + 1]);
    }
    const { width, height } = this.footprint;
    const x = getFirstPixel(left, clip.left) & -(2 * width);
    const y = getFirstPixel(top, clip.top) & -(2 * height);
    const endX = getLastPixel(right, clip.right);
    const endY = getLastPixel(bottom, clip.bottom);
    for (let row = y; row <= endY; row += 2 * height) this.rasteriseRow(x, endX, row, primitive);
  }

  private rasteriseRow(left: number, right: number, y: number, primitive: number): void {
    const { a, b, c } = this.edges;
    const [reach0, reach1, reach2] = this.reach;
    const step = 2 * this.footprint.width;
    const py = y * SUBPIXELS;
    for (let x = left; x <= right; x += step) {
      const px = x * SUBPIXELS;
      const e0 = a[0] * px + b[0] * py + c[0];
      const e1 = a[1] * px + b[1] * py + c[1];
      const e2 = a[2] * px + b[2] * py + c[2];
      if (e0 + reach0 >= 0 && e1 + reach1 >= 0 && e2 + reach2 >= 0) this.addQuad(x, y, primitive, e0, e1, e2);
    }
  }

  private prepareSteps(): void {
    const { a, b, count } = this.edges;
    const { x, y } = this.footprint;
    for (let edge = 0; edge < count; edge++) {
      let reach = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < x.length; i++) {
        const step = a[edge] * x[i] + b[edge] * y[i];
        this.steps[edge * x.length + i] = step;
        reach = Math.max(reach, step);
      }
      this.reach[edge] = reach;
    }
  }

  private addQuad(x: number, y: number, primitive: number, e0: number, e1: number, e2: number): void {
    const { clip } = this;
    const { masks, width, height } = this.footprint;
    const isInside =
      x >= clip.left && y >= clip.top && x + 2 * width <= clip.right && y + 2 * height <= clip.bottom;
    const allowed0 = isInside ? masks[0] : this.getAllowedMask(0, x, y);
    const allowed1 = isInside ? masks[1] : this.getAllowedMask(1, x, y);
    const allowed2 = isInside ? masks[2] : this.getAllowedMask(2, x, y);
    const allowed3 = isInside ? masks[3] : this.getAllowedMask(3, x, y);
    let mask01 = this.getInsideMask(0, e0, e1, e2) & allowed0;
    mask01 |= (this.getInsideMask(1, e0, e1, e2) & allowed1) << 16;
    let mask23 = this.getInsideMask(2, e0, e1, e2) & allowed2;
    mask23 |= (this.getInsideMask(3, e0, e1, e2) & allowed3) << 16;
    if (this.edges.count > FOURTH) {
      mask01 &= this.getFourthMask(0, x, y) | (this.getFourthMask(1, x, y) << 16);
      mask23 &= this.getFourthMask(2, x, y) | (this.getFourthMask(3, x, y) << 16);
    }
    if ((mask01 | mask23) === 0) return;
    assert(primitive >= 0, 'the primitive number is valid');
    const offset = this.quadCount * QUAD_COLUMNS;
    if (offset === this.quads.length) this.grow();
    this.quads[offset + QUAD_COLUMN.X] = x;
    this.quads[offset + QUAD_COLUMN.Y] = y;
    this.quads[offset + QUAD_COLUMN.PRIMITIVE] = primitive;
    this.quads[offset + QUAD_COLUMN.MASK01] = mask01;
    this.quads[offset + QUAD_COLUMN.MASK23] = mask23;
    this.quads[offset + QUAD_COLUMN.RATE] = this.footprint.rate;
    this.quadCount++;
  }

  /** Returns which points of a fragment are inside the first three edges, given their values at the quad's corner. */
  private getInsideMask(fragment: number, e0: number, e1: number, e2: number): number {
    const { steps } = this;
    const { points } = this.footprint;
    const count = FRAGMENTS * points;
    let mask = 0;
    for (let point = 0; point < points; point++) {
      const offset = fragment * points + point;
      if (e0 + steps[offset] >= 0 && e1 + steps[count + offset] >= 0 && e2 + steps[2 * count + offset] >= 0)
        mask |= 1 << point;
    }
    return mask;
  }

  private getFourthMask(fragment: number, x: number, y: number): number {
    const { a, b, c } = this.edges;
    const { points } = this.footprint;
    const corner = a[FOURTH] * x * SUBPIXELS + b[FOURTH] * y * SUBPIXELS + c[FOURTH];
    const first = (FOURTH * FRAGMENTS + fragment) * points;
    let mask = 0;
    for (let point = 0; point < points; point++) {
      if (corner + this.steps[first + point] >= 0) mask |= 1 << point;
    }
    return mask;
  }

  /** Returns which enabled points of the fragment are within the clip rectangle. */
  private getAllowedMask(fragment: number, x: number, y: number): number {
    const { clip } = this;
    const { masks, width, height } = this.footprint;
    const left = x + (fragment & 1) * width;
    const top = y + (fragment >> 1) * height;
    if (left >= clip.left && top >= clip.top && left + width <= clip.right && top + height <= clip.bottom)
      return masks[fragment];
    return masks[fragment] & this.getClipMask(fragment, x, y);
  }

  private getClipMask(fragment: number, x: number, y: number): number {
    const { points, x: dx, y: dy } = this.footprint;
    const { left, top, right, bottom } = this.clip;
    let mask = 0;
    for (let point = 0; point < points; point++) {
      const column = x + Math.floor(dx[fragment * points + point] / SUBPIXELS);
      const row = y + Math.floor(dy[fragment * points + point] / SUBPIXELS);
      if (column >= left && column < right && row >= top && row < bottom) mask |= 1 << point;
    }
    return mask;
  }

  private grow(): void {
    const larger = new Int32Array(this.quads.length * 2);
    larger.set(this.quads);
    this.quads = larger;
  }
}

function getFirstPixel(coordinate: number, first: number): number {
  return Math.max(first, Math.floor(coordinate / SUBPIXELS));
}

function getLastPixel(coordinate: number, end: number): number {
  return Math.min(end - 1, Math.floor(coordinate / SUBPIXELS));
}
