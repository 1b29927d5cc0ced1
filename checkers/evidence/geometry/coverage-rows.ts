import type { SampleCount } from '../../../arch/index.js';
import { getSamplePositions, isTopOrLeft, type Outline, type Point } from './rasteriser.js';
import type { PixelRect } from './scissor.js';

/** Number of coordinate units in a pixel. */
const PIXEL = 256;

/** Receives a pixel and the mask of its covered samples, which is never 0. */
export type PixelVisitor = (x: number, y: number, mask: number) => void;

/** A range of pixels in a row for which a given sample may be inside all edges; empty if `first > last`. */
interface Span {
  first: number;
  last: number;
}

/**
 * Calls `visit` for every pixel of `area` that has a covered sample, row by row. Edge functions are linear along a row,
 * so for each sample, the covered pixels form a single span. Gives the same result as `computeCoverageMask` with only
 * one division per edge, sample and row.
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
