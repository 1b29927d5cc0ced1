const buffer = new ArrayBuffer(8);
const words = new Int32Array(buffer);
const single = new Float32Array(buffer);
const double = new Float64Array(buffer);

/** Returns the float with the given bits. */
export function floatFromBits(bits: number): number {
  words[0] = bits;
  return single[0];
}

/** Returns the bits of a value rounded to a 32-bit float. */
export function floatToBits(value: number): number {
  single[0] = value;
  return words[0];
}

/** Returns the 64-bit float with the given halves. */
export function doubleFromBits(low: number, high: number): number {
  words[0] = low;
  words[1] = high;
  return double[0];
}

/** Returns the low half of a 64-bit float's bits. */
export function doubleToLowBits(value: number): number {
  double[0] = value;
  return words[0];
}

/** Returns the high half of a 64-bit float's bits. */
export function doubleToHighBits(value: number): number {
  double[0] = value;
  return words[1];
}

/** Rounds a number to a 32-bit float towards zero. */
export function truncateToSingle(value: number): number {
  const nearest = Math.fround(value);
  return Math.abs(nearest) > Math.abs(value) ? floatFromBits(floatToBits(nearest) - 1) : nearest;
}

/** The default quiet NaN that an invalid operation returns. */
export const QUIET_NAN = 0x7fc00000;

/** Returns whether the bits encode a 32-bit NaN. */
function isNanBits(bits: number): boolean {
  return (bits & 0x7fffffff) > 0x7f800000;
}

/**
 * Returns the bits of the first NaN operand, quieted, or `otherwise` if no operand is NaN. Works on bits because hosts
 * produce different NaNs in arithmetic.
 */
export function selectNan(a: number, b: number, c: number, otherwise: number): number {
  if (isNanBits(a)) return a | 0x00400000;
  if (isNanBits(b)) return b | 0x00400000;
  return isNanBits(c) ? c | 0x00400000 : otherwise;
}

/** Widens the bits of a 16-bit NaN to a 32-bit float with the same sign and payload. Returns 0 for finite values. */
export function widenHalfNan(bits: number): number {
  if ((bits & 0x7c00) !== 0x7c00) return 0;
  return ((bits & 0x8000) << 16) | 0x7f800000 | ((bits & 0x3ff) << 13);
}

/** Returns whether the two halves encode a 64-bit NaN. */
export function isWideNan(low: number, high: number): boolean {
  const top = high & 0x7fffffff;
  return top > 0x7ff00000 || (top === 0x7ff00000 && low !== 0);
}

/**
 * Narrows the bits of a 64-bit NaN to a quiet 32-bit NaN with the same sign and a truncated payload. Returns 0 if the
 * value is not a NaN.
 */
export function narrowDoubleNan(low: number, high: number): number {
  if (!isWideNan(low, high)) return 0;
  return (high & 0x80000000) | 0x7fc00000 | ((high & 0x7ffff) << 3) | (low >>> 29);
}

/** Narrows the bits of a 32-bit NaN to a quiet 16-bit NaN with the same sign and a truncated payload. */
export function narrowNanToHalf(bits: number): number {
  return ((bits >>> 16) & 0x8000) | 0x7e00 | ((bits >>> 13) & 0x3ff);
}
