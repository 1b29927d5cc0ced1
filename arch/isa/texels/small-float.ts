import { powerOfTwo } from '../numbers/transcendental.js';

/** The exponent bias of the unsigned 10-bit and 11-bit floats. */
const BIAS = 15;
const MAX_EXPONENT = 31;

/** Decodes an unsigned float with a 5-bit exponent and `fractionBits` mantissa bits. */
export function smallFloatToNumber(bits: number, fractionBits: number): number {
  const exponent = (bits >>> fractionBits) & MAX_EXPONENT;
  const mantissa = bits & (2 ** fractionBits - 1);
  if (exponent === MAX_EXPONENT) return mantissa === 0 ? Infinity : Number.NaN;
  if (exponent === 0) return mantissa * powerOfTwo(1 - BIAS - fractionBits);
  return (1 + mantissa * powerOfTwo(-fractionBits)) * powerOfTwo(exponent - BIAS);
}

/**
 * Encodes a number as an unsigned float with a 5-bit exponent, rounded towards zero. Negative numbers become zero, and
 * finite numbers saturate at the largest finite value.
 */
export function numberToSmallFloat(value: number, fractionBits: number): number {
  if (Number.isNaN(value)) return 2 ** (fractionBits + 5) - 1;
  if (!(value > 0)) return 0;
  if (value === Infinity) return MAX_EXPONENT << fractionBits;
  let exponent = 1;
  while (exponent < MAX_EXPONENT && value >= powerOfTwo(exponent + 1 - BIAS)) exponent++;
  if (exponent === MAX_EXPONENT) return (MAX_EXPONENT << fractionBits) - 1;
  const units = Math.floor(value * powerOfTwo(BIAS - exponent + fractionBits));
  return ((exponent - 1) << fractionBits) + units;
}

/** Returns the value of a 9-bit mantissa with a shared exponent. */
export function sharedExponentToNumber(mantissa: number, exponent: number): number {
  return mantissa * powerOfTwo(exponent - BIAS - 9);
}
