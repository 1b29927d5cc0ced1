import { gatherMask } from './fragments.js';

/** Bits of DB_ALPHA_TO_MASK: the first of the offsets, two bits for each pixel of a square, and whether half of one is added. */
const OFFSETS = 8;
const OFFSET_BITS = 2;
const OFFSET_ROUND = 16;

/** Samples of the pixel (x, y) that alpha leaves, of this many: the contract's sentence for `Scenario.colourBuffers`, sample by sample. */
export function alphaSamples(register: number, alpha: number, samples: number, x: number, y: number): number {
  const first = OFFSETS + OFFSET_BITS * ((x % 2) + 2 * (y % 2));
  const quarters = (register >>> first) & 3;
  const eighths = 2 * quarters + ((register >>> OFFSET_ROUND) & 1);
  let left = 0;
  for (let sample = 0; sample < samples; sample++)
    if (8 * samples * alpha + eighths >= 8 * (sample + 1)) left |= 1 << sample;
  return left;
}

/** The same for each pixel of fragment `index` of the quad whose columns begin at `row`, as a mask of the fragment. */
export function alphaFragment(
  register: number,
  alpha: number,
  samples: number,
  quads: Int32Array,
  row: number,
  index: number,
): number {
  return gatherMask(quads, row, index, samples, (x, y) => alphaSamples(register, alpha, samples, x, y));
}
