import { doubleFromBits, doubleToHighBits, doubleToLowBits } from './bits.js';
import { powerOfTwo } from './transcendental.js';

/** Thresholds and scale factors of the division steps for a float format. Exponents are biased as in the manuals. */
export interface DivisionFormat {
  readonly bias: number;
  /** The smallest normal magnitude. */
  readonly smallestNormal: number;
  /** The smallest exponent difference at which a quotient may overflow. */
  readonly overflow: number;
  /** The largest biased exponent for which a numerator counts as tiny. */
  readonly tiny: number;
  /** The power of two by which `div_scale` scales its operand. */
  readonly step: number;
  /** The exponent difference below which a quotient underflows. */
  readonly underflow: number;
}

export const SINGLE_DIVISION: DivisionFormat = {
  bias: 127,
  smallestNormal: 2 ** -126,
  overflow: 96,
  tiny: 23,
  step: 64,
  underflow: -150,
};

export const DOUBLE_DIVISION: DivisionFormat = {
  bias: 1023,
  smallestNormal: 2 ** -1022,
  overflow: 768,
  tiny: 53,
  step: 128,
  underflow: -1075,
};

export const HALF_DIVISION: DivisionFormat = {
  bias: 15,
  smallestNormal: 2 ** -14,
  overflow: 0,
  tiny: 0,
  step: 0,
  underflow: -Infinity,
};

/** Returns the biased exponent field of a number: 0 for zero and denormals, the maximum for infinities and NaN. */
function getExponentField(x: number, { bias, smallestNormal }: DivisionFormat): number {
  if (!Number.isFinite(x)) return 2 * bias + 1;
  return Math.abs(x) < smallestNormal ? 0 : getExponent(x) - 1 + bias;
}

function isDenormal(x: number, { smallestNormal }: DivisionFormat): boolean {
  return x !== 0 && Math.abs(x) < smallestNormal;
}

/** The power of two by which `div_scale` scales the operand, and whether `div_fmas` must scale the quotient back. */
interface Scaling {
  readonly exponent: number;
  readonly flag: number;
}

const UNSCALED: Scaling = { exponent: 0, flag: 0 };

function getScaling(
  operand: number,
  denominator: number,
  numerator: number,
  format: DivisionFormat,
): Scaling {
  const { step, overflow, tiny } = format;
  const scaleIfOperand = (target: number, exponent: number): Scaling => ({
    exponent: operand === target ? exponent : 0,
    flag: 1,
  });
  if (getExponentField(numerator, format) - getExponentField(denominator, format) >= overflow)
    return scaleIfOperand(denominator, step);
  if (isDenormal(denominator, format)) return { exponent: step, flag: 0 };
  const isInverseDenormal = isDenormal(1 / denominator, format);
  const isQuotientDenormal = isDenormal(numerator / denominator, format);
  // The manuals say +step here too, but that would overflow for denominators near the maximum. With -step, LLVM's
  // division sequence gives exact results.
  if (isInverseDenormal && isQuotientDenormal) return scaleIfOperand(denominator, -step);
  if (isInverseDenormal) return { exponent: -step, flag: 0 };
  if (isQuotientDenormal) return scaleIfOperand(numerator, step);
  return getExponentField(numerator, format) <= tiny ? { exponent: step, flag: 0 } : UNSCALED;
}

/**
 * Performs the first division step: scales the operand `a` (`b` or `c`) so that the remaining steps are exact. `b` is
 * the denominator, and `c` is the numerator.
 */
export function scaleForDivision(a: number, b: number, c: number, format: DivisionFormat): number {
  if (b === 0 || c === 0 || Number.isNaN(b) || Number.isNaN(c)) return Number.NaN;
  return scale(a, getScaling(a, b, c, format).exponent);
}

/** Returns 1 if the division's last multiply-add must scale the quotient back, otherwise 0. */
export function getDivisionScaleFlag(a: number, b: number, c: number, format: DivisionFormat): number {
  if (b === 0 || c === 0 || Number.isNaN(b) || Number.isNaN(c)) return 0;
  return getScaling(a, b, c, format).flag;
}

function isNegative(x: number): boolean {
  return x < 0 || Object.is(x, -0);
}

/** Performs the last division step: corrects the quotient for special denominators and numerators. */
export function fixUpDivision(
  quotient: number,
  denominator: number,
  numerator: number,
  format: DivisionFormat,
): number {
  if (Number.isNaN(numerator) || Number.isNaN(denominator)) return Number.NaN;
  const sign = isNegative(denominator) === isNegative(numerator) ? 1 : -1;
  const [numeratorMagnitude, denominatorMagnitude] = [Math.abs(numerator), Math.abs(denominator)];
  if (
    (numeratorMagnitude === 0 && denominatorMagnitude === 0) ||
    (numeratorMagnitude === Infinity && denominatorMagnitude === Infinity)
  )
    return Number.NaN;
  if (denominatorMagnitude === 0 || numeratorMagnitude === Infinity) return sign * Infinity;
  if (denominatorMagnitude === Infinity || numeratorMagnitude === 0) return sign * 0;
  const difference = getExponentField(numerator, format) - getExponentField(denominator, format);
  if (difference < format.underflow) return sign * 0;
  // A quotient is NaN here if its estimate was out of range in an earlier step.
  return sign * (Number.isNaN(quotient) ? Infinity : Math.abs(quotient));
}

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
