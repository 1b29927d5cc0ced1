import { QUAD } from './quad-columns.js';

/** Number of bits for each fragment in a mask column. */
export const MASK_BITS = 16;
const ALL_BITS = 0xffff;

/** Receives a fine pixel of a fragment and the mask of its covered samples, which is never 0. */
export type FinePixelVisitor = (x: number, y: number, mask: number) => void;

/** Returns the log2 of a fragment's width in fine pixels, from the RATE column of a quad. */
export function getRateX(rate: number): number {
  return rate & 3;
}

/** Returns the log2 of a fragment's height in fine pixels, from the RATE column of a quad. */
export function getRateY(rate: number): number {
  return (rate >> 2) & 3;
}

/** Returns the RATE column of a quad for fragments of the given size. */
export function encodeRate({ x, y }: { readonly x: number; readonly y: number }): number {
  return x | (y << 2);
}

/** Returns the key of the fragment with the given top-left pixel. */
export function getFragmentKey(x: number, y: number): number {
  return x | (y << 16);
}

/** Returns the mask of fragment `index` (0 to 3) of the quad whose columns start at `row`. Helpers have mask 0. */
export function getFragmentMask(quads: Int32Array, row: number, index: number): number {
  return extractFragmentMask(quads[row + QUAD.MASK01], quads[row + QUAD.MASK23], index);
}

/** Returns the mask of fragment `index` of a quad, given the quad's two mask columns. */
export function extractFragmentMask(mask01: number, mask23: number, index: number): number {
  return ((index < 2 ? mask01 : mask23) >>> ((index & 1) * MASK_BITS)) & 0xffff;
}

/** Calls `visit` for each fine pixel of a fragment that has a covered sample, row by row. */
export function visitFinePixels(
  quads: Int32Array,
  row: number,
  index: number,
  samples: number,
  visit: FinePixelVisitor,
): void {
  visitMaskedPixels(quads, row, index, samples, getFragmentMask(quads, row, index), visit);
}

/** Calls `visit` for each fine pixel of a fragment that has a sample in `mask`, row by row. */
export function visitMaskedPixels(
  quads: Int32Array,
  row: number,
  index: number,
  samples: number,
  mask: number,
  visit: FinePixelVisitor,
): void {
  const log2Width = getRateX(quads[row + QUAD.RATE]);
  const log2Height = getRateY(quads[row + QUAD.RATE]);
  const x = quads[row + QUAD.X] + ((index & 1) << log2Width);
  const y = quads[row + QUAD.Y] + ((index >> 1) << log2Height);
  for (let pixel = 0; pixel < 1 << (log2Width + log2Height); pixel++) {
    const covered = (mask >>> (pixel * samples)) & (2 ** samples - 1);
    if (covered !== 0) visit(x + (pixel & ((1 << log2Width) - 1)), y + (pixel >> log2Width), covered);
  }
}

/** Builds a fragment's mask from the masks that `getSamples` returns for its fine pixels. */
export function gatherMask(
  quads: Int32Array,
  row: number,
  index: number,
  samples: number,
  getSamples: (x: number, y: number) => number,
): number {
  let mask = 0;
  let bit = 0;
  visitMaskedPixels(quads, row, index, samples, ALL_BITS, (x, y) => {
    mask |= getSamples(x, y) << bit;
    bit += samples;
  });
  return mask;
}

/** Returns the number of samples in a mask. */
export function countSamples(mask: number): number {
  let count = 0;
  for (let remaining = mask; remaining !== 0; remaining &= remaining - 1) count++;
  return count;
}
