import { doubleFromBits, doubleToHighBits, doubleToLowBits } from './bits.js';

/**
 * Adds two doubles and rounds the sum to odd, so that rounding it again to a format at least two bits narrower causes
 * no double-rounding error. The operands must be finite and their sum in range.
 */
function addRoundingToOdd(a: number, b: number): number {
  const sum = a + b;
  const bRound = sum - a;
  const error = a - (sum - bRound) + (b - bRound);
  if (error === 0 || !Number.isFinite(sum)) return sum;
  const low = doubleToLowBits(sum);
  if ((low & 1) !== 0) return sum;
  const high = doubleToHighBits(sum);
  if (error > 0 === sum > 0) return doubleFromBits(low | 1, high);
  return low === 0 ? doubleFromBits(-1, high - 1) : doubleFromBits(low - 1, high);
}

/**
 * Computes a * b + c for 32-bit floats such that rounding the result to 32 or 16 bits gives the correctly rounded fused
 * result. The product of two 24-bit significands is exact in a double.
 */
export function fusedMultiplyAdd(a: number, b: number, c: number): number {
  return addRoundingToOdd(a * b, c);
}

const FRACTION_BITS = 52;
const EXPONENT_BIAS = 1075;

/** Returns the signed significand of a finite double, which equals the significand times 2^`getExponent(x)`. */
function getSignificand(x: number): bigint {
  const high = doubleToHighBits(x);
  const field = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(doubleToLowBits(x) >>> 0);
  const magnitude = field === 0 ? fraction : fraction | (1n << BigInt(FRACTION_BITS));
  return high < 0 ? -magnitude : magnitude;
}

function getExponent(x: number): number {
  return Math.max((doubleToHighBits(x) >>> 20) & 0x7ff, 1) - EXPONENT_BIAS;
}

/** Rounds magnitude * 2^exponent to the nearest double, with ties to even. */
function roundToDouble(magnitude: bigint, exponent: number): number {
  const length = magnitude.toString(2).length;
  const unit = Math.max(1 - EXPONENT_BIAS, exponent + length - (FRACTION_BITS + 1));
  const shift = unit - exponent;
  let units = magnitude;
  if (shift > 0) {
    units = magnitude >> BigInt(shift);
    const remainder = magnitude - (units << BigInt(shift));
    const half = 1n << BigInt(shift - 1);
    if (remainder > half || (remainder === half && (units & 1n) === 1n)) units += 1n;
  } else units = magnitude << BigInt(-shift);
  const bits = units + (BigInt(unit + EXPONENT_BIAS - 1) << BigInt(FRACTION_BITS));
  if (bits >= 0x7ffn << BigInt(FRACTION_BITS)) return Infinity;
  return doubleFromBits(Number(bits & 0xffffffffn) | 0, Number(bits >> 32n));
}

/** Computes (a * b + c) * 2^power for doubles with a single rounding. */
export function computeScaledFusedDouble(a: number, b: number, c: number, power: number): number {
  // A product beyond the range of doubles is finite before rounding, so an infinite or NaN addend is the result.
  if (Number.isFinite(a) && Number.isFinite(b) && !Number.isFinite(c)) return c;
  const unfused = a * b + c;
  if (![a, b, c].every(Number.isFinite) || a === 0 || b === 0) return unfused * 2 ** power;
  const productExponent = getExponent(a) + getExponent(b);
  const exponent = Math.min(productExponent, getExponent(c));
  const product = (getSignificand(a) * getSignificand(b)) << BigInt(productExponent - exponent);
  const sum = product + (getSignificand(c) << BigInt(getExponent(c) - exponent));
  if (sum === 0n) return unfused === 0 ? unfused : 0;
  const magnitude = roundToDouble(sum < 0n ? -sum : sum, exponent + power);
  return sum < 0n ? -magnitude : magnitude;
}

/** Computes a * b + c for doubles with a single rounding. */
export function fusedMultiplyAddDouble(a: number, b: number, c: number): number {
  return computeScaledFusedDouble(a, b, c, 0);
}
