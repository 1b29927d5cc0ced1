import type { RandomStream } from '../../transactions/index.js';

/** The number of blend factor codes: 0, 1, and those based on source or destination colour or alpha. */
const FACTOR_COUNT = 10;
/** The number of combine function codes. */
const COMBINE_COUNT = 5;

/** The bit of CB_BLENDn_CONTROL that gives alpha its own blend function. */
const SEPARATE_ALPHA = 2 ** 29;
/** The enable bit of CB_BLENDn_CONTROL. */
const ENABLE = 2 ** 30;

/** The number of bits from the colour half to the alpha half, which has the same layout. */
const ALPHA_BIT = 16;

/** One target in four is not blended. */
const UNBLENDED_EVERY = 4;

/** Picks a target's CB_BLENDn_CONTROL value: no blending, or any single-source blend without constant factors. */
export function pickBlend(stream: RandomStream): number {
  if (stream.below(UNBLENDED_EVERY) === 0) return 0;
  const half = (): number =>
    stream.below(FACTOR_COUNT) | (stream.below(COMBINE_COUNT) << 5) | (stream.below(FACTOR_COUNT) << 8);
  const colour = half();
  return stream.below(2) === 0 ? ENABLE + colour : ENABLE + SEPARATE_ALPHA + colour + half() * 2 ** ALPHA_BIT;
}
