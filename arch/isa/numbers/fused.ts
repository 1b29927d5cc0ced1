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
