import { doubleFromBits, doubleToHighBits, doubleToLowBits } from './bits.js';
import { powerOfTwo } from './transcendental.js';

const EXPONENT_BIAS = 1022;

/** Returns the exponent e of a number written as m * 2^e with m in [0.5, 1), or 0 for zero, infinities and NaN. */
export function getExponent(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return 0;
  const field = (doubleToHighBits(x) >>> 20) & 0x7ff;
  return field === 0 ? getExponent(x * 2 ** 54) - 54 : field - EXPONENT_BIAS;
}

/** Returns the mantissa m of a number written as m * 2^e with m in [0.5, 1), or zero, infinities and NaN unchanged. */
export function getMantissa(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  const high = doubleToHighBits(x);
  if (((high >>> 20) & 0x7ff) === 0) return getMantissa(x * 2 ** 54);
  return doubleFromBits(doubleToLowBits(x), (high & 0x800fffff) | (EXPONENT_BIAS << 20));
}

/** Computes x * 2^exponent. Rounds only once, because only the last multiplication can produce a denormal. */
export function scale(x: number, exponent: number): number {
  const bounded = Math.max(-2200, Math.min(2200, exponent));
  if (bounded > 1023) return scale(x * 2 ** 1023, bounded - 1023);
  if (bounded < -1022) return scale(x, bounded + 1022) * 2 ** -1022;
  return x * powerOfTwo(bounded);
}
