/** The enable bit of DB_ALPHA_TO_MASK. */
const ENABLE = 1;
/** Lowest bit of the offsets in DB_ALPHA_TO_MASK, which have two bits per pixel of a quad. */
const OFFSET_LOW = 8;
/** The rounding bit of DB_ALPHA_TO_MASK. */
const OFFSET_ROUND = 1 << 16;

/**
 * Returns the mask of the samples that alpha-to-coverage keeps for one pixel of a quad, or all ones if it is off. The
 * number of samples kept is `floor(alpha * samples + offset / 4)`, capped at `samples`. `offset` is the pixel's 2-bit
 * offset, plus 0.5 if OFFSET_ROUND is set.
 */
export function getAlphaMask(register: number, alpha: number, samples: number, quadPixel: number): number {
  if ((register & ENABLE) === 0) return -1;
  const offset = (register >>> (OFFSET_LOW + 2 * quadPixel)) & 3;
  const round = (register & OFFSET_ROUND) === 0 ? 0 : 0.5;
  const keptCount = Math.floor(Math.max(alpha, 0) * samples + (offset + round) / 4);
  return (1 << Math.min(keptCount, samples)) - 1;
}
