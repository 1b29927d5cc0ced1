import { QUAD } from './quad-columns.js';

/** Bits that one fragment takes in a mask column. */
export const MASK_BITS = 16;
const ALL_BITS = 0xffff;

/** Takes a fine pixel of a fragment with its covered samples, never 0. */
export type FinePixelVisitor = (x: number, y: number, samples: number) => void;

/** Log2 of the width of a fragment in fine pixels, of a quad's RATE column. */
export function rateX(rate: number): number {
  return rate & 3;
}

/** Log2 of the height of a fragment in fine pixels. */
export function rateY(rate: number): number {
  return (rate >> 2) & 3;
}

/** A quad's RATE column for fragments of this size. */
export function rateColumn({ x, y }: { readonly x: number; readonly y: number }): number {
  return x | (y << 2);
}

/** Identity of the fragment whose top-left pixel that is. */
export function fragmentKey(x: number, y: number): number {
  return x | (y << 16);
}

/** Mask of fragment `index` (0 to 3) of the quad whose columns begin at `row`; 0 for a helper. */
export function fragmentMask(quads: Int32Array, row: number, index: number): number {
  return maskOfColumns(quads[row + QUAD.MASK01], quads[row + QUAD.MASK23], index);
}

/** The same of the two mask columns themselves. */
export function maskOfColumns(mask01: number, mask23: number, index: number): number {
  return ((index < 2 ? mask01 : mask23) >>> ((index & 1) * MASK_BITS)) & 0xffff;
}

/** Calls `visit` for each fine pixel of a fragment of which a sample is covered, row by row. */
export function visitFinePixels(
  quads: Int32Array,
  row: number,
  index: number,
  samples: number,
  visit: FinePixelVisitor,
): void {
  visitMaskedPixels(quads, row, index, samples, fragmentMask(quads, row, index), visit);
}

/** The same for another mask than that of the quad. */
export function visitMaskedPixels(
  quads: Int32Array,
  row: number,
  index: number,
  samples: number,
  mask: number,
  visit: FinePixelVisitor,
): void {
  const log2Width = rateX(quads[row + QUAD.RATE]);
  const log2Height = rateY(quads[row + QUAD.RATE]);
  const x = quads[row + QUAD.X] + ((index & 1) << log2Width);
  const y = quads[row + QUAD.Y] + ((index >> 1) << log2Height);
  for (let pixel = 0; pixel < 1 << (log2Width + log2Height); pixel++) {
    const covered = (mask >>> (pixel * samples)) & (2 ** samples - 1);
    if (covered !== 0) visit(x + (pixel & ((1 << log2Width) - 1)), y + (pixel >> log2Width), covered);
  }
}

/** Mask of a fragment whose fine pixels have the samples that `samplesOf` gives for each. */
export function gatherMask(
  quads: Int32Array,
  row: number,
  index: number,
  samples: number,
  samplesOf: (x: number, y: number) => number,
): number {
  let mask = 0;
  let bit = 0;
  visitMaskedPixels(quads, row, index, samples, ALL_BITS, (x, y) => {
    mask |= samplesOf(x, y) << bit;
    bit += samples;
  });
  return mask;
}

/** Number of samples in a mask. */
export function bitsOf(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}
