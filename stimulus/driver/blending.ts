import type { RandomStream } from '../../transactions/index.js';

/** Numbers of codes: factors of 0, 1, and the source's and destination's colour and alpha; and all combinations. */
const FACTORS = 10;
const COMBINES = 5;

/** Bits of CB_BLENDn_CONTROL. */
const SEPARATE_ALPHA = 2 ** 29;
const ENABLE = 2 ** 30;

/** Alpha's half has the same layout as colour's, this many bits higher. */
const ALPHA_BIT = 16;

/** One target in this many is not blended. */
const PLAIN_SHARE = 4;

/** CB_BLENDn_CONTROL of one target: no blending, or any single-source blend with the stored colour and non-constant factors. */
export function pickBlend(stream: RandomStream): number {
  if (stream.below(PLAIN_SHARE) === 0) return 0;
  const half = (): number =>
    stream.below(FACTORS) | (stream.below(COMBINES) << 5) | (stream.below(FACTORS) << 8);
  const colour = half();
  return stream.below(2) === 0 ? ENABLE + colour : ENABLE + SEPARATE_ALPHA + colour + half() * 2 ** ALPHA_BIT;
}
