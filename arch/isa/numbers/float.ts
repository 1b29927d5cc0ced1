/** The smallest normal 32-bit float. */
const SMALLEST_NORMAL = 2 ** -126;

/** Flushes a denormal 32-bit float to a zero of the same sign. */
export function flushDenormal(x: number): number {
  return Math.abs(x) < SMALLEST_NORMAL ? x * 0 : x;
}

/** Doubles of at least this magnitude are integers, so adding this value to a smaller number drops the fraction. */
const MIN_INTEGRAL = 2 ** 52;

/** Rounds to the nearest integer, with ties to even. */
export function roundToEven(x: number): number {
  if (!(Math.abs(x) < MIN_INTEGRAL)) return x;
  const magic = x < 0 ? -MIN_INTEGRAL : MIN_INTEGRAL;
  const rounded = x + magic - magic;
  return rounded === 0 ? x * 0 : rounded;
}

/** Computes x - floor(x), clamped below 1 as in hardware. */
export function getFraction(x: number): number {
  const fraction = Math.fround(x - Math.floor(x));
  return fraction >= 1 ? 1 - 2 ** -24 : fraction;
}

/** Converts a number to an unsigned 32-bit integer, truncating and saturating. NaN becomes 0. */
export function toUnsigned(x: number): number {
  if (!(x > 0)) return 0;
  return x >= 4294967295 ? -1 : Math.trunc(x) | 0;
}

/** Converts a number to a signed 32-bit integer, truncating and saturating. NaN becomes 0. */
export function toSigned(x: number): number {
  if (Number.isNaN(x)) return 0;
  if (x >= 2147483647) return 2147483647;
  return x <= -2147483648 ? -2147483648 : Math.trunc(x) | 0;
}

/** Converts a float in [-1, 1] to a signed 16-bit fixed-point number, rounded to nearest even. NaN becomes 0. */
export function toSignedNorm(x: number): number {
  return roundToEven(Math.max(-1, Math.min(1, x || 0)) * 0x7fff);
}

/** Converts a float in [0, 1] to an unsigned 16-bit fixed-point number, rounded to nearest even. NaN becomes 0. */
export function toUnsignedNorm(x: number): number {
  return roundToEven(Math.max(0, Math.min(1, x || 0)) * 0xffff);
}

/** Returns the smaller of two numbers, like IEEE minNum: a NaN is ignored if the other is a number, and -0 < +0. */
export function minimum(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  if (Number.isNaN(b)) return a;
  return Math.min(a, b);
}

/** Returns the larger of two numbers, like IEEE maxNum: a NaN is ignored if the other is a number, and -0 < +0. */
export function maximum(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  if (Number.isNaN(b)) return a;
  return Math.max(a, b);
}

/**
 * Returns the median of three numbers. If any is NaN, the result is the minimum of the others (the hardware's min3
 * rule). Otherwise, it is the larger of the two numbers that remain after dropping the first one that equals the
 * maximum. Zeros of either sign are equal (RDNA3.5 manual, V_MED3_F32).
 */
export function median(a: number, b: number, c: number): number {
  if (Number.isNaN(a) || Number.isNaN(b) || Number.isNaN(c)) return minimum(minimum(a, b), c);
  const largest = Math.max(a, b, c);
  if (largest === a) return Math.max(b, c);
  return largest === b ? Math.max(a, c) : Math.max(a, b);
}

/**
 * Returns 1 if a 32-bit float belongs to any class in `mask`, otherwise 0. The classes, starting at bit 0, are
 * signalling NaN, quiet NaN, -infinity, -normal, -denormal, -0, +0, +denormal, +normal and +infinity.
 */
export function hasClass(bits: number, mask: number): number {
  return (mask >>> classify(bits < 0, bits & 0x7fffffff, 0x00800000, 0x7f800000, 0x00400000)) & 1;
}

/** Like `hasClass`, but for a 16-bit float in the low half. */
export function hasHalfClass(bits: number, mask: number): number {
  return (mask >>> classify((bits & 0x8000) !== 0, bits & 0x7fff, 0x0400, 0x7c00, 0x0200)) & 1;
}

/** Like `hasClass`, but for a 64-bit float in two halves. */
export function hasDoubleClass(low: number, high: number, mask: number): number {
  const top = high & 0x7fffffff;
  const magnitude = low === 0 ? top : top | 1;
  return (mask >>> classify(high < 0, magnitude, 0x00100000, 0x7ff00000, 0x00080000)) & 1;
}

function classify(
  negative: boolean,
  magnitude: number,
  normal: number,
  infinity: number,
  quiet: number,
): number {
  if (magnitude > infinity) return (magnitude & quiet) === 0 ? 0 : 1;
  let kind = 0;
  if (magnitude === infinity) kind = 3;
  else if (magnitude >= normal) kind = 2;
  else if (magnitude > 0) kind = 1;
  return negative ? 5 - kind : 6 + kind;
}
