import { makeBitRange, multiplyHighSigned, multiplyHighUnsigned } from './integer.js';

/**
 * Operations on 64-bit values that are stored as two 32-bit halves. Each operation has one function per half of the
 * result, which avoids allocations.
 */

/** Returns the low half of `value << count`. The count is taken modulo 64. */
export function shiftLeftLow(low: number, _high: number, count: number): number {
  return (count & 32) === 0 ? low << count : 0;
}

/** Returns the high half of `value << count`. */
export function shiftLeftHigh(low: number, high: number, count: number): number {
  const n = count & 63;
  if (n === 0) return high;
  return n < 32 ? (high << n) | (low >>> (32 - n)) : low << n;
}

/** Returns the low half of `value >>> count`. */
export function shiftRightLow(low: number, high: number, count: number): number {
  const n = count & 63;
  if (n === 0) return low;
  return (n < 32 ? (low >>> n) | (high << (32 - n)) : high >>> n) | 0;
}

/** Returns the high half of `value >>> count`. */
export function shiftRightHigh(_low: number, high: number, count: number): number {
  return (count & 32) === 0 ? (high >>> count) | 0 : 0;
}

/** Returns the low half of the arithmetic `value >> count`. */
export function shiftRightSignedLow(low: number, high: number, count: number): number {
  const n = count & 63;
  if (n === 0) return low;
  return n < 32 ? (low >>> n) | (high << (32 - n)) : high >> n;
}

/** Returns the high half of the arithmetic `value >> count`. */
export function shiftRightSignedHigh(_low: number, high: number, count: number): number {
  return (count & 32) === 0 ? high >> count : high >> 31;
}

/** Returns the low half of a mask with `width` (0–63) ones starting at bit `offset` (0–63). */
export function makeLowBitRange(width: number, offset: number): number {
  return shiftLeftLow(makeLowOnes(width & 63), makeHighOnes(width & 63), offset);
}

/** Returns the high half of a mask with `width` (0–63) ones starting at bit `offset` (0–63). */
export function makeHighBitRange(width: number, offset: number): number {
  return shiftLeftHigh(makeLowOnes(width & 63), makeHighOnes(width & 63), offset);
}

/** Returns the low half of an unsigned field. Bits [5:0] of `spec` give its offset and bits [22:16] its width. */
export function extractUnsignedLow(low: number, high: number, spec: number): number {
  return shiftRightLow(low, high, spec & 63) & makeLowOnes(getFieldWidth(spec));
}

/** Returns the high half of an unsigned field, given by `spec` as above. */
export function extractUnsignedHigh(low: number, high: number, spec: number): number {
  return shiftRightHigh(low, high, spec & 63) & makeHighOnes(getFieldWidth(spec));
}

/** Returns the low half of a signed field. Bits [5:0] of `spec` give its offset and bits [22:16] its width. */
export function extractSignedLow(low: number, high: number, spec: number): number {
  const width = getFieldWidth(spec);
  if (width === 0) return 0;
  const leftShift = Math.max(0, 64 - (spec & 63) - width);
  const shifted = shiftLeftLow(low, high, leftShift);
  return shiftRightSignedLow(
    shifted,
    shiftLeftHigh(low, high, leftShift),
    Math.min(63, leftShift + (spec & 63)),
  );
}

/** Returns the high half of a signed field, given by `spec` as above. */
export function extractSignedHigh(low: number, high: number, spec: number): number {
  const width = getFieldWidth(spec);
  if (width === 0) return 0;
  const leftShift = Math.max(0, 64 - (spec & 63) - width);
  return shiftRightSignedHigh(0, shiftLeftHigh(low, high, leftShift), Math.min(63, leftShift + (spec & 63)));
}

/** Returns -1, 0 or 1 if the first unsigned value is less than, equal to or greater than the second. */
export function compareUnsigned(aLow: number, aHigh: number, bLow: number, bHigh: number): number {
  if (aHigh !== bHigh) return aHigh >>> 0 < bHigh >>> 0 ? -1 : 1;
  if (aLow === bLow) return 0;
  return aLow >>> 0 < bLow >>> 0 ? -1 : 1;
}

/** Returns -1, 0 or 1 if the first signed value is less than, equal to or greater than the second. */
export function compareSigned(aLow: number, aHigh: number, bLow: number, bHigh: number): number {
  if (aHigh !== bHigh) return aHigh < bHigh ? -1 : 1;
  if (aLow === bLow) return 0;
  return aLow >>> 0 < bLow >>> 0 ? -1 : 1;
}

function getFieldWidth(spec: number): number {
  return (spec >>> 16) & 127;
}

function makeLowOnes(width: number): number {
  return width >= 32 ? -1 : makeBitRange(width, 0);
}

function makeHighOnes(width: number): number {
  if (width <= 32) return 0;
  return width >= 64 ? -1 : makeBitRange(width - 32, 0);
}

/** Returns the low half of a * b + c for signed or unsigned values. Only the low half of c affects it. */
export function multiplyAddLow(a: number, b: number, low: number): number {
  return (Math.imul(a, b) + low) | 0;
}

/** Returns the carry from adding the low halves of the product and the addend. */
function carryFromLow(a: number, b: number, low: number): number {
  return (Math.imul(a, b) >>> 0) + (low >>> 0) > 0xffffffff ? 1 : 0;
}

/** Returns the high half of the unsigned a * b + c. */
export function multiplyAddUnsignedHigh(a: number, b: number, low: number, high: number): number {
  return (multiplyHighUnsigned(a, b) + high + carryFromLow(a, b, low)) | 0;
}

/** Returns 1 if the unsigned a * b + c overflows 64 bits, otherwise 0. */
export function multiplyAddUnsignedCarry(a: number, b: number, low: number, high: number): number {
  return (multiplyHighUnsigned(a, b) >>> 0) + (high >>> 0) + carryFromLow(a, b, low) > 0xffffffff ? 1 : 0;
}

/** Returns the high half of the signed a * b + c. */
export function multiplyAddSignedHigh(a: number, b: number, low: number, high: number): number {
  return (multiplyHighSigned(a, b) + high + carryFromLow(a, b, low)) | 0;
}

/** Returns 1 if the signed a * b + c overflows 64 bits, otherwise 0. */
export function multiplyAddSignedCarry(a: number, b: number, low: number, high: number): number {
  const sum = multiplyHighSigned(a, b) + high + carryFromLow(a, b, low);
  return sum === (sum | 0) ? 0 : 1;
}
