import { powerOfTwo } from '../numbers/transcendental.js';

/** The exponent bias of the unsigned 10-bit and 11-bit floats. */
const BIAS = 15;
const SPECIAL = 31;

/** Returns the value of an unsigned float with a 5-bit exponent above `fraction` bits. */
export function smallFloatToNumber(bits: number, fraction: number): number {
  const exponent = (bits >>> fraction) & SPECIAL;
  const mantissa = bits & (2 ** fraction - 1);
  if (exponent === SPECIAL) return mantissa === 0 ? Infinity : Number.NaN;
  if (exponent === 0) return mantissa * powerOfTwo(1 - BIAS - fraction);
  return (1 + mantissa * powerOfTwo(-fraction)) * powerOfTwo(exponent - BIAS);
}

/**
 * Returns the bits of a number as an unsigned float with a 5-bit exponent, rounded towards zero. Negative numbers
 * become zero, and finite numbers saturate at the largest finite value.
 */
export function numberToSmallFloat(value: number, fraction: number): number {
  if (Number.isNaN(value)) return 2 ** (fraction + 5) - 1;
  if (!(value > 0)) return 0;
  if (value === Infinity) return SPECIAL << fraction;
  let exponent = 1;
  while (exponent < SPECIAL && value >= powerOfTwo(exponent + 1 - BIAS)) exponent++;
  if (exponent === SPECIAL) return (SPECIAL << fraction) - 1;
  const units = Math.floor(value * powerOfTwo(BIAS - exponent + fraction));
  return ((exponent - 1) << fraction) + units;
}

/** Returns the value of a 9-bit mantissa with the shared exponent. */
export function sharedExponentToNumber(mantissa: number, exponent: number): number {
  return mantissa * powerOfTwo(exponent - BIAS - 9);
}
