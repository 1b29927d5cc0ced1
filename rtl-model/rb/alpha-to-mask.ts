/** The enable bit of DB_ALPHA_TO_MASK. */
const ENABLE = 1;
/** Lowest bit of the offsets in DB_ALPHA_TO_MASK, which have two bits per pixel of a quad. */
const OFFSET_LOW = 8;
/** The rounding bit of DB_ALPHA_TO_MASK. */
const OFFSET_ROUND = 1 << 16;

/**
 * The mask of the samples that alpha-to-coverage keeps for one pixel of a quad. Their number is alpha times the sample
 * count, plus the pixel's offset in quarters (OFFSET_ROUND adds an eighth), rounded down. If alpha-to-coverage is
 * off, all bits are set.
 */
export function getAlphaMask(register: number, alpha: number, samples: number, pixelOfQuad: number): number {
  if ((register & ENABLE) === 0) return -1;
  const offset = (register >>> (OFFSET_LOW + 2 * pixelOfQuad)) & 3;
  const round = (register & OFFSET_ROUND) === 0 ? 0 : 0.5;
  const kept = Math.floor(Math.max(alpha, 0) * samples + (offset + round) / 4);
  return (1 << Math.min(kept, samples)) - 1;
}
