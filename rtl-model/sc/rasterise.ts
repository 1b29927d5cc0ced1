import { QUAD_COLUMNS } from '../../transactions/index.js';
import { samplePositions } from './sample-positions.js';

/** Units of vertex coordinates in a pixel. */
const SUBPIXELS = 256;

/** The three edges of one triangle as `a * x + b * y + c >= 0`, wound so that the inside is positive. */
class Edges {
  readonly a = new Float64Array(3);
  readonly b = new Float64Array(3);
  readonly c = new Float64Array(3);

  /** False for a triangle without area, which covers nothing. */
  set(v: ArrayLike<number>, at: number): boolean {
    const area = signedArea(v, at);
    if (area === 0) return false;
    const clockwise = area > 0;
    for (let edge = 0; edge < 3; edge++) {
      const from = at + 2 * (clockwise ? edge : (3 - edge) % 3);
      const to = at + 2 * (clockwise ? (edge + 1) % 3 : 2 - edge);
      const dx = v[to] - v[from];
      const dy = v[to + 1] - v[from + 1];
      this.a[edge] = -dy;
      this.b[edge] = dx;
      // A point on an edge is inside for top and left edges only: with integers, outside is c - 1.
      const owned = dy < 0 || (dy === 0 && dx > 0);
      this.c[edge] = dy * v[from] - dx * v[from + 1] - (owned ? 0 : 1);
    }
    return true;
  }
}

/** Twice the area in 1/65536 pixel; positive when the vertices run clockwise on the screen (y down). */
export function signedArea(v: ArrayLike<number>, at: number): number {
  return (v[at + 2] - v[at]) * (v[at + 5] - v[at + 1]) - (v[at + 4] - v[at]) * (v[at + 3] - v[at + 1]);
}

/** A rectangle of whole pixels: left and top inside, right and bottom outside. */
export interface PixelRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Turns triangles into quads, exactly: integer edge functions in 1/256 pixel, the top-left rule, standard
 * sample positions (golden README, "Conventions"), within the rectangle of a call. One instance serves one sample count.
 */
export class Rasteriser {
  /** Quads of the last triangle, `QUAD_COLUMNS` values each, in rows. */
  quads = new Int32Array(64 * QUAD_COLUMNS);
  quadCount = 0;
  private readonly edges = new Edges();
  private readonly positions: Int32Array;
  private readonly samples: number;
  /** Step of each edge function from the quad's corner to each of its samples: edge, then pixel, then sample. */
  private readonly steps: Float64Array;
  /** Largest of those steps of each edge: where even that is outside, the quad is. */
  private readonly reach = new Float64Array(3);

  private clip: PixelRect = { left: 0, top: 0, right: 0, bottom: 0 };

  constructor(
    samples: number,
    /** Samples that may be covered at all, for each pixel of a quad. */
    private readonly sampleMasks: readonly number[] = [0xffff, 0xffff, 0xffff, 0xffff],
  ) {
    this.positions = samplePositions(samples);
    this.samples = samples;
    this.steps = new Float64Array(3 * 4 * samples);
  }

  /** Fills `quads` with those that the triangle at `v[at…at+5]` covers in `clip`; `primitive` is copied into each. */
  rasterise(v: ArrayLike<number>, at: number, primitive: number, clip: PixelRect): void {
    this.quadCount = 0;
    this.clip = clip;
    if (!this.edges.set(v, at)) return;
    this.prepareSteps();
    const left = firstPixel(Math.min(v[at], v[at + 2], v[at + 4]), clip.left) & ~1;
    const top = firstPixel(Math.min(v[at + 1], v[at + 3], v[at + 5]), clip.top) & ~1;
    const right = lastPixel(Math.max(v[at], v[at + 2], v[at + 4]), clip.right);
    const bottom = lastPixel(Math.max(v[at + 1], v[at + 3], v[at + 5]), clip.bottom);
    for (let y = top; y <= bottom; y += 2) this.rasteriseRow(left, right, y, primitive);
  }

  private rasteriseRow(left: number, right: number, y: number, primitive: number): void {
    const { a, b, c } = this.edges;
    const [reach0, reach1, reach2] = this.reach;
    const py = y * SUBPIXELS;
    for (let x = left; x <= right; x += 2) {
      const px = x * SUBPIXELS;
      const e0 = a[0] * px + b[0] * py + c[0];
      const e1 = a[1] * px + b[1] * py + c[1];
      const e2 = a[2] * px + b[2] * py + c[2];
      if (e0 + reach0 >= 0 && e1 + reach1 >= 0 && e2 + reach2 >= 0) this.addQuad(x, y, primitive, e0, e1, e2);
    }
  }

  private prepareSteps(): void {
    const { a, b } = this.edges;
    const count = 4 * this.samples;
    for (let edge = 0; edge < 3; edge++) {
      let reach = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < count; i++) {
        const pixel = Math.floor(i / this.samples);
        const sample = i % this.samples;
        const dx = (pixel & 1) * SUBPIXELS + this.positions[2 * sample];
        const dy = (pixel >> 1) * SUBPIXELS + this.positions[2 * sample + 1];
        const step = a[edge] * dx + b[edge] * dy;
        this.steps[edge * count + i] = step;
        reach = Math.max(reach, step);
      }
      this.reach[edge] = reach;
    }
  }

  private addQuad(x: number, y: number, primitive: number, e0: number, e1: number, e2: number): void {
    const { left, top, right, bottom } = this.clip;
    const [west, east, north, south] = [x >= left, x + 1 < right, y >= top, y + 1 < bottom];
    const mask0 = west && north ? this.pixelMask(0, e0, e1, e2) : 0;
    const mask1 = east && north ? this.pixelMask(1, e0, e1, e2) : 0;
    const mask2 = west && south ? this.pixelMask(2, e0, e1, e2) : 0;
    const mask3 = east && south ? this.pixelMask(3, e0, e1, e2) : 0;
    if ((mask0 | mask1 | mask2 | mask3) === 0) return;
    const at = this.quadCount * QUAD_COLUMNS;
    if (at === this.quads.length) this.grow();
    this.quads[at] = x;
    this.quads[at + 1] = y;
    this.quads[at + 2] = primitive;
    this.quads[at + 3] = mask0 | (mask1 << 16);
    this.quads[at + 4] = mask2 | (mask3 << 16);
    this.quadCount++;
  }

  private pixelMask(pixel: number, e0: number, e1: number, e2: number): number {
    const { steps, samples } = this;
    const count = 4 * samples;
    let mask = 0;
    for (let sample = 0; sample < samples; sample++) {
      const at = pixel * samples + sample;
      if (e0 + steps[at] >= 0 && e1 + steps[count + at] >= 0 && e2 + steps[2 * count + at] >= 0)
        mask |= 1 << sample;
    }
    return mask & this.sampleMasks[pixel];
  }

  private grow(): void {
    const larger = new Int32Array(this.quads.length * 2);
    larger.set(this.quads);
    this.quads = larger;
  }
}

function firstPixel(coordinate: number, first: number): number {
  return Math.max(first, Math.floor(coordinate / SUBPIXELS));
}

function lastPixel(coordinate: number, end: number): number {
  return Math.min(end - 1, Math.floor(coordinate / SUBPIXELS));
}
