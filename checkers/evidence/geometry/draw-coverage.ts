import { findMax, findMin, findRegisterField, type Gfx, type SampleCount } from '../../../arch/index.js';
import type { Draw } from '../../../transactions/index.js';
import { Outlines } from './outlines.js';
import { getSamplePositions, isTopOrLeft, type Outline, type Point } from './rasteriser.js';
import { getShadingRate, isSampleRate, type ShadingRate } from './shading-rate.js';

/** The pixels with `left <= x < right` and `top <= y < bottom`. */
interface PixelRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The scissors, by register name prefix. A pixel must pass every scissor that the draw sets. */
const SCISSORS = ['SCREEN_SCISSOR', 'GENERIC_SCISSOR', 'VPORT_SCISSOR_0'] as const;

/** In a corner register, X is in [14:0] and Y in [30:16]. */
const COORDINATE_BITS = 0x7fff;
const Y_SHIFT = 16;

/**
 * Returns the part of the render area that is inside all of a draw's scissors. The `PA_SC_*_TL` registers are
 * inclusive and the `_BR` registers exclusive.
 */
function computeScissoredRect({ width, height, registers }: Draw): PixelRect {
  const corners = (suffix: string): number[] =>
    SCISSORS.flatMap((name) => registers[`PA_SC_${name}_${suffix}`] ?? []);
  const x = (corner: number): number => corner & COORDINATE_BITS;
  const y = (corner: number): number => (corner >>> Y_SHIFT) & COORDINATE_BITS;
  return {
    left: findMax(corners('TL').map(x), 0),
    top: findMax(corners('TL').map(y), 0),
    right: findMin(corners('BR').map(x), width),
    bottom: findMin(corners('BR').map(y), height),
  };
}

/** Number of coordinate units in a pixel. */
const PIXEL = 256;

/** Receives a pixel and the mask of its covered samples, which is never 0. */
type PixelVisitor = (x: number, y: number, mask: number) => void;

/** A range of pixels in a row for which a given sample may be inside all edges; empty if `first > last`. */
interface Span {
  first: number;
  last: number;
}

/**
 * Calls `visit` for every pixel of `area` that has a covered sample, row by row. Edge functions are linear along a row,
 * so for each sample, the covered pixels form a single span, which takes one division per edge, sample and row.
 */
export function rasterise(
  outline: Outline,
  area: PixelRect,
  samples: SampleCount,
  visit: PixelVisitor,
): void {
  const { left, top, right, bottom } = clipBounds(outline, area);
  if (left >= right) return;
  const positions = getSamplePositions(samples);
  const masks = new Int32Array(right - left);
  const span: Span = { first: 0, last: 0 };
  for (let y = top; y < bottom; y++) {
    masks.fill(0);
    for (let sample = 0; sample < samples; sample++) {
      span.first = left;
      span.last = right - 1;
      for (let corner = 0; corner < outline.length; corner++)
        narrowSpan(span, outline[corner], outline[(corner + 1) % outline.length], positions[sample], y);
      for (let x = span.first; x <= span.last; x++) masks[x - left] |= 1 << sample;
    }
    for (let x = left; x < right; x++) if (masks[x - left] !== 0) visit(x, y, masks[x - left]);
  }
}

function clipBounds(outline: Outline, area: PixelRect): PixelRect {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of outline) {
    bounds.left = Math.min(bounds.left, Math.floor(x / PIXEL));
    bounds.top = Math.min(bounds.top, Math.floor(y / PIXEL));
    bounds.right = Math.max(bounds.right, Math.floor(x / PIXEL) + 1);
    bounds.bottom = Math.max(bounds.bottom, Math.floor(y / PIXEL) + 1);
  }
  return {
    left: Math.max(area.left, bounds.left),
    top: Math.max(area.top, bounds.top),
    right: Math.min(area.right, bounds.right),
    bottom: Math.min(area.bottom, bounds.bottom),
  };
}

/** Narrows a span to the pixels whose sample is inside an edge. The arithmetic is exact: products stay below 2^53. */
function narrowSpan(span: Span, from: Point, to: Point, [sampleX, sampleY]: Point, y: number): void {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const atColumn0 = dx * (y * PIXEL + sampleY - from[1]) - dy * (sampleX - from[0]);
  const slack = atColumn0 - (isTopOrLeft(from, to) ? 0 : 1);
  if (dy > 0) span.last = Math.min(span.last, Math.floor(slack / (dy * PIXEL)));
  else if (dy < 0) span.first = Math.max(span.first, Math.ceil(slack / (dy * PIXEL)));
  else if (slack < 0) span.last = span.first - 1;
}

/** Gathers the covered samples of one primitive's fine pixels into coarse fragments. */
class FragmentSet {
  /** Fragment masks, keyed by top-left pixel: x in the lower 16 bits, y in the upper 16. */
  private readonly masks = new Map<number, number>();

  constructor(
    private readonly rate: ShadingRate,
    private readonly samples: number,
  ) {}

  /** Adds the samples of pixel (x, y). */
  add(x: number, y: number, mask: number): void {
    if (mask === 0) return;
    const left = (x >> this.rate.x) << this.rate.x;
    const top = (y >> this.rate.y) << this.rate.y;
    const finePixel = ((y - top) << this.rate.x) + (x - left);
    const key = left | (top << 16);
    this.masks.set(key, (this.masks.get(key) ?? 0) | (mask << (finePixel * this.samples)));
  }

  /** Calls `visit` for each fragment that has a covered sample. */
  visit(visit: (x: number, y: number, mask: number) => void): void {
    for (const [key, mask] of this.masks) visit(key & 0xffff, key >>> 16, mask);
  }
}

/** Number of bits for each pixel in PA_SC_AA_MASK. */
const MASK_BITS = 16;

/**
 * Receives one invocation: the top-left pixel of its fragment, a mask of the samples it shades (as in a mask column of
 * `WaveFormed.quads`), and its iteration (0 at pixel rate and coarser).
 */
export type InvocationVisitor = (x: number, y: number, mask: number, iteration: number) => void;

/**
 * Computes which invocations a draw's primitives require, using only the scenario: their exact coverage, clipped to
 * the render area, the scissors and PA_SC_AA_MASK, and split into sample-rate iterations.
 */
export class DrawCoverage {
  /**
   * Number of invocations for a fully covered pixel: `PS_ITER_SAMPLES` of DB_EQAA if PA_SC_MODE_CNTL_1 enables
   * sample-rate iterations, otherwise 1.
   */
  readonly iterations: number;
  /** The size of a fragment. */
  readonly rate: ShadingRate;
  private readonly outlines: Outlines;
  private readonly area: PixelRect;
  /** Masks of the samples that PA_SC_AA_MASK enables, for each of a quad's four pixels. */
  private readonly sampleMasks: readonly number[];
  private readonly firstIterationMask: number;

  constructor(
    gfx: Gfx,
    private readonly draw: Draw,
  ) {
    const { registers, samples } = draw;
    const log2 = findRegisterField(gfx, registers, 'DB_EQAA.PS_ITER_SAMPLES') ?? 0;
    this.iterations = isSampleRate(gfx, draw) ? Math.min(2 ** log2, samples) : 1;
    this.rate = getShadingRate(gfx, draw);
    this.outlines = new Outlines(gfx, draw);
    this.area = computeScissoredRect(draw);
    const rows = [registers.PA_SC_AA_MASK_X0Y0_X1Y0 ?? -1, registers.PA_SC_AA_MASK_X0Y1_X1Y1 ?? -1];
    this.sampleMasks = rows.flatMap((row) => [row & 0xffff, row >>> MASK_BITS]);
    this.firstIterationMask = Array.from({ length: samples }, (_, sample) => sample)
      .filter((sample) => sample % this.iterations === 0)
      .reduce((mask, sample) => mask | (1 << sample), 0);
  }

  /** Calls `visit` for each invocation of primitive `index` of the draw. */
  visit(index: number, visit: InvocationVisitor): void {
    const outline = this.outlines.at(index);
    if (outline === undefined) return;
    const { samples } = this.draw;
    if (this.rate.x + this.rate.y > 0) {
      const fragments = new FragmentSet(this.rate, samples);
      rasterise(outline, this.area, samples, (x, y, mask) =>
        fragments.add(x, y, mask & this.getEnabledSamples(x, y, 0)),
      );
      fragments.visit((x, y, mask) => visit(x, y, mask, 0));
      return;
    }
    rasterise(outline, this.area, samples, (x, y, mask) => {
      for (let iteration = 0; iteration < this.iterations; iteration++) {
        const shaded = mask & this.getEnabledSamples(x, y, iteration);
        if (shaded !== 0) visit(x, y, shaded, iteration);
      }
    });
  }

  private getEnabledSamples(x: number, y: number, iteration: number): number {
    return this.sampleMasks[(x & 1) | ((y & 1) << 1)] & (this.firstIterationMask << iteration);
  }
}
