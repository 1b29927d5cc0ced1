import { floatFromBits, floatToBits } from '../isa/numbers/bits.js';
import { halfToNumber, numberToHalf, ROUND_TO_ZERO } from '../isa/numbers/half.js';

/** The modelled colour buffer formats, with the number of dwords per texel. */
export const COLOUR_FORMATS = { rgba8: 1, rgba32f: 4, rgba16ui: 2, rgba16i: 2, rg16f: 1 } as const;

/** The format of a colour buffer (state-file.md). */
export type ColourFormat = keyof typeof COLOUR_FORMATS;

const HALF_BITS = 16;
const HALF_MASK = 0xffff;
const MAX_UNORM8 = 255;

/**
 * Writes a colour (red, green, blue, alpha) into the words of a texel. Drops components missing from the format. 16-bit
 * floats are rounded towards zero because drivers set CB_COLORn_INFO.ROUND_MODE (AMD's register reference, Mesa).
 */
export function packColour(
  format: ColourFormat,
  colour: ArrayLike<number>,
  words: Int32Array,
  offset: number,
): void {
  switch (format) {
    case 'rgba8':
      words[offset] = 0;
      for (let i = 0; i < 4; i++) words[offset] |= toUnorm8(colour[i]) << (8 * i);
      return;
    case 'rgba32f':
      for (let i = 0; i < 4; i++) words[offset + i] = floatToBits(colour[i]);
      return;
    case 'rgba16ui':
      words[offset] = toUint16(colour[0]) | (toUint16(colour[1]) << HALF_BITS);
      words[offset + 1] = toUint16(colour[2]) | (toUint16(colour[3]) << HALF_BITS);
      return;
    case 'rgba16i':
      words[offset] = toSint16(colour[0]) | (toSint16(colour[1]) << HALF_BITS);
      words[offset + 1] = toSint16(colour[2]) | (toSint16(colour[3]) << HALF_BITS);
      return;
    case 'rg16f':
      words[offset] =
        numberToHalf(colour[0], ROUND_TO_ZERO) | (numberToHalf(colour[1], ROUND_TO_ZERO) << HALF_BITS);
      return;
    default:
      format satisfies never;
  }
}

/** Reads a colour from the words of a texel. Missing components are 0; a missing alpha is 1. */
export function unpackColour(
  format: ColourFormat,
  words: Int32Array,
  offset: number,
  colour: Float64Array,
): void {
  colour[2] = 0;
  colour[3] = 1;
  switch (format) {
    case 'rgba8':
      for (let i = 0; i < 4; i++) colour[i] = ((words[offset] >>> (8 * i)) & MAX_UNORM8) / MAX_UNORM8;
      return;
    case 'rgba32f':
      for (let i = 0; i < 4; i++) colour[i] = floatFromBits(words[offset + i]);
      return;
    case 'rgba16ui':
      for (let i = 0; i < 4; i++)
        colour[i] = (words[offset + (i >> 1)] >>> (HALF_BITS * (i & 1))) & HALF_MASK;
      return;
    case 'rgba16i':
      for (let i = 0; i < 4; i++)
        colour[i] = ((words[offset + (i >> 1)] >>> (HALF_BITS * (i & 1))) << HALF_BITS) >> HALF_BITS;
      return;
    case 'rg16f':
      colour[0] = halfToNumber(words[offset]);
      colour[1] = halfToNumber(words[offset] >>> HALF_BITS);
      return;
    default:
      format satisfies never;
  }
}

/** Converts a number to an 8-bit normalised integer. NaN becomes 0. */
function toUnorm8(value: number): number {
  return value > 0 ? Math.floor(Math.min(value, 1) * MAX_UNORM8 + 0.5) : 0;
}

/** Clamps an integer to the signed 16-bit range and returns its bits. */
function toSint16(value: number): number {
  return Math.min(Math.max(value, -0x8000), 0x7fff) & HALF_MASK;
}

function toUint16(value: number): number {
  return Math.min(Math.max(value, 0), HALF_MASK);
}
