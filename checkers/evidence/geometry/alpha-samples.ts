import { gatherMask } from './fragments.js';

/**
 * Lowest bit of the offsets in DB_ALPHA_TO_MASK: one offset for each pixel of a 2x2 square, in quarters of a sample.
 */
const FIRST_OFFSET_BIT = 8;
/** Number of bits in an offset. */
const OFFSET_BITS = 2;
/** The bit that adds an eighth to all offsets. */
const ROUND_BIT = 16;

/**
 * Returns a mask of the samples of pixel (x, y) that alpha-to-mask keeps. `samples` is the number of samples. Each
 * sample is kept or dropped separately, as specified in `Scenario.colourBuffers`.
 */
export function computeAlphaMask(
  register: number,
  alpha: number,
  samples: number,
  x: number,
  y: number,
): number {
  const first = FIRST_OFFSET_BIT + OFFSET_BITS * ((x % 2) + 2 * (y % 2));
  const quarters = (register >>> first) & 3;
  const eighths = 2 * quarters + ((register >>> ROUND_BIT) & 1);
  let kept = 0;
  for (let sample = 0; sample < samples; sample++)
    if (8 * samples * alpha + eighths >= 8 * (sample + 1)) kept |= 1 << sample;
  return kept;
}

/**
 * Like `computeAlphaMask`, but returns the mask for all pixels of fragment `index` in the quad whose columns start at
 * `row`.
 */
export function computeAlphaFragmentMask(
  register: number,
  alpha: number,
  samples: number,
  quads: Int32Array,
  row: number,
  index: number,
): number {
  return gatherMask(quads, row, index, samples, (x, y) => computeAlphaMask(register, alpha, samples, x, y));
}
