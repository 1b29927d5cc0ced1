import { getExponent, scale } from './decompose.js';

/** Bounds used by the division steps for a float format. Exponents are biased as in the manuals. */
export interface DivisionFormat {
  readonly bias: number;
  /** The smallest normal magnitude. */
  readonly smallestNormal: number;
  /** The smallest exponent difference at which a quotient may overflow. */
  readonly overflow: number;
  /** The largest biased exponent at which a numerator counts as tiny. */
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
  const scaleOnly = (scaledOperand: number, exponent: number): Scaling => ({
    exponent: operand === scaledOperand ? exponent : 0,
    flag: 1,
  });
  if (getExponentField(numerator, format) - getExponentField(denominator, format) >= overflow)
    return scaleOnly(denominator, step);
  if (isDenormal(denominator, format)) return { exponent: step, flag: 0 };
  const isInverseDenormal = isDenormal(1 / denominator, format);
  const isQuotientDenormal = isDenormal(numerator / denominator, format);
  // The manuals say +step here too, but that would overflow for denominators near the maximum. LLVM's divisions are
  // exact.
  if (isInverseDenormal && isQuotientDenormal) return scaleOnly(denominator, -step);
  if (isInverseDenormal) return { exponent: -step, flag: 0 };
  if (isQuotientDenormal) return scaleOnly(numerator, step);
  return getExponentField(numerator, format) <= tiny ? { exponent: step, flag: 0 } : UNSCALED;
}

/**
 * The first division step: scales the operand (numerator or denominator) into a range in which the remaining steps are
 * exact.
 */
export function scaleForDivision(a: number, b: number, c: number, format: DivisionFormat): number {
  if (b === 0 || c === 0 || Number.isNaN(b) || Number.isNaN(c)) return Number.NaN;
  return scale(a, getScaling(a, b, c, format).exponent);
}

/** Returns whether the division's last multiply-add must scale the quotient back. */
export function getDivisionScaleFlag(a: number, b: number, c: number, format: DivisionFormat): number {
  if (b === 0 || c === 0 || Number.isNaN(b) || Number.isNaN(c)) return 0;
  return getScaling(a, b, c, format).flag;
}

function isNegative(x: number): boolean {
  return x < 0 || Object.is(x, -0);
}

/** The last division step: corrects the quotient for special denominators and numerators. */
export function fixUpDivision(
  quotient: number,
  denominator: number,
  numerator: number,
  format: DivisionFormat,
): number {
  if (Number.isNaN(numerator) || Number.isNaN(denominator)) return Number.NaN;
  const sign = isNegative(denominator) === isNegative(numerator) ? 1 : -1;
  const [numeratorSize, denominatorSize] = [Math.abs(numerator), Math.abs(denominator)];
  if (
    (numeratorSize === 0 && denominatorSize === 0) ||
    (numeratorSize === Infinity && denominatorSize === Infinity)
  )
    return Number.NaN;
  if (denominatorSize === 0 || numeratorSize === Infinity) return sign * Infinity;
  if (denominatorSize === Infinity || numeratorSize === 0) return sign * 0;
  const distance = getExponentField(numerator, format) - getExponentField(denominator, format);
  if (distance < format.underflow) return sign * 0;
  // Estimates that were out of range in earlier steps are NaN here.
  return sign * (Number.isNaN(quotient) ? Infinity : Math.abs(quotient));
}
