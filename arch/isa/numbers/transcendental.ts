import { doubleFromBits, doubleToHighBits, doubleToLowBits } from './bits.js';
import { roundToEven } from './float.js';

/**
 * Transcendental operations that use only basic arithmetic, so results are bit-identical on every machine. They are
 * computed in double precision with an error far below one ULP of a 32-bit float; hardware promises at most one ULP.
 */

const TWO_PI = 2 * Math.PI;

const EXPONENT_BIAS = 1023;

/** Computes 2 to an integer power exactly. Returns 0 or infinity outside the range of normal doubles. */
export function powerOfTwo(exponent: number): number {
  if (exponent > EXPONENT_BIAS) return Infinity;
  return exponent < 1 - EXPONENT_BIAS ? 0 : doubleFromBits(0, (exponent + EXPONENT_BIAS) << 20);
}

/** Evaluates a polynomial. The coefficients start with the highest power. */
function evaluatePolynomial(x: number, coefficients: readonly number[]): number {
  let sum = 0;
  for (const coefficient of coefficients) sum = sum * x + coefficient;
  return sum;
}

/** Coefficients 1/n! of the series for e^x, from 1/13! down to 1/0!. */
const EXPONENTIAL = [
  1 / 6227020800,
  1 / 479001600,
  1 / 39916800,
  1 / 3628800,
  1 / 362880,
  1 / 40320,
  1 / 5040,
  1 / 720,
  1 / 120,
  1 / 24,
  1 / 6,
  1 / 2,
  1,
  1,
];

/** Computes 2 to the power of x. */
export function exp2(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x >= 1024) return Infinity;
  if (x < -1022) return 0;
  const nearest = roundToEven(x);
  return evaluatePolynomial((x - nearest) * Math.LN2, EXPONENTIAL) * powerOfTwo(nearest);
}

/** Coefficients 1/(2n+1) of the series for the inverse hyperbolic tangent, from 1/23 down. */
const LOGARITHM = [1 / 23, 1 / 21, 1 / 19, 1 / 17, 1 / 15, 1 / 13, 1 / 11, 1 / 9, 1 / 7, 1 / 5, 1 / 3, 1];

/** Returns the base-2 logarithm of a normal double. */
export function log2(x: number): number {
  if (x === 0) return -Infinity;
  if (!(x > 0)) return Number.NaN;
  if (x === Infinity) return x;
  const high = doubleToHighBits(x);
  const exponent = (high >>> 20) - EXPONENT_BIAS;
  const mantissa = doubleFromBits(doubleToLowBits(x), (high & 0xfffff) | (EXPONENT_BIAS << 20));
  const isLarge = mantissa > Math.SQRT2;
  const reduced = isLarge ? mantissa / 2 : mantissa;
  const ratio = (reduced - 1) / (reduced + 1);
  return exponent + (isLarge ? 1 : 0) + 2 * Math.LOG2E * ratio * evaluatePolynomial(ratio * ratio, LOGARITHM);
}

/** Coefficients of sin(x)/x in x², highest power first. */
const SINE = [-1 / 1307674368000, 1 / 6227020800, -1 / 39916800, 1 / 362880, -1 / 5040, 1 / 120, -1 / 6, 1];
/** Coefficients of cos(x) in x², highest power first. */
const COSINE = [
  1 / 20922789888000,
  -1 / 87178291200,
  1 / 479001600,
  -1 / 3628800,
  1 / 40320,
  -1 / 720,
  1 / 24,
  -1 / 2,
  1,
];

function evaluateSine(turn: number): number {
  const angle = turn * TWO_PI;
  return angle * evaluatePolynomial(angle * angle, SINE);
}

function evaluateCosine(turn: number): number {
  const angle = turn * TWO_PI;
  return evaluatePolynomial(angle * angle, COSINE);
}

/** Returns the sine of an angle in turns plus `quarterOffset` quarter turns. */
function computeSinusoid(turns: number, quarterOffset: number): number {
  if (!Number.isFinite(turns)) return Number.NaN;
  const fraction = turns - roundToEven(turns);
  const quarter = roundToEven(fraction * 4);
  const remainder = fraction - quarter / 4;
  switch ((quarter + quarterOffset) & 3) {
    case 0:
      return evaluateSine(remainder);
    case 1:
      return evaluateCosine(remainder);
    case 2:
      return 0 - evaluateSine(remainder);
    default:
      return 0 - evaluateCosine(remainder);
  }
}

/** Returns the sine of an angle in turns, sin(2πx). Returns -0 for -0. */
export function sineFromTurns(x: number): number {
  return x === 0 ? x : computeSinusoid(x, 0);
}

/** Returns the cosine of an angle in turns, cos(2πx). */
export function cosineFromTurns(x: number): number {
  return computeSinusoid(x, 1);
}
