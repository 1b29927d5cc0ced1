import { gatherMask } from './fragments.js';

/**
 * DB_ALPHA_TO_MASK contains an offset, in quarters of a sample, for each pixel of a 2x2 square. This is the
 * lowest bit of the first offset.
 */
const OFFSETS = 8;
/** Number of bits per offset. */
const OFFSET_BITS = 2;
/** The bit that adds an eighth to all offsets. */
const OFFSET_ROUND = 16;

/**
 * Returns a mask of the samples of pixel (x, y), out of `samples`, that alpha-to-mask keeps. Each sample is
 * decided separately, as `Scenario.colourBuffers` specifies.
 */
export function alphaSamples(register: number, alpha: number, samples: number, x: number, y: number): number {
  const first = OFFSETS + OFFSET_BITS * ((x % 2) + 2 * (y % 2));
  const quarters = (register >>> first) & 3;
  const eighths = 2 * quarters + ((register >>> OFFSET_ROUND) & 1);
  let remaining = 0;
  for (let sample = 0; sample < samples; sample++)
    if (8 * samples * alpha + eighths >= 8 * (sample + 1)) remaining |= 1 << sample;
  return remaining;
}

/**
 * Like `alphaSamples`, but returns the fragment mask for all pixels of fragment `index` in the quad whose
 * columns start at `row`.
 */
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
