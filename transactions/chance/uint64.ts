/** An unsigned 64-bit integer as two unsigned 32-bit halves. It is exact on every host and needs no BigInt. */
export interface Uint64 {
  readonly high: number;
  readonly low: number;
}

/** Returns the sum modulo 2^64. */
export function add64(a: Uint64, b: Uint64): Uint64 {
  const low = a.low + b.low;
  const carry = low > 0xffff_ffff ? 1 : 0;
  return { high: (a.high + b.high + carry) >>> 0, low: low >>> 0 };
}

/** Returns the bitwise exclusive or. */
export function xor64(a: Uint64, b: Uint64): Uint64 {
  return { high: (a.high ^ b.high) >>> 0, low: (a.low ^ b.low) >>> 0 };
}

/** Shifts a value right logically by 1 to 31 bits. */
export function shiftRight64(a: Uint64, bits: number): Uint64 {
  return { high: a.high >>> bits, low: ((a.low >>> bits) | (a.high << (32 - bits))) >>> 0 };
}

/** Returns the product modulo 2^64. */
export function multiply64(a: Uint64, b: Uint64): Uint64 {
  const cross = Math.imul(a.high, b.low) + Math.imul(a.low, b.high);
  return { high: (multiplyHigh32(a.low, b.low) + cross) >>> 0, low: Math.imul(a.low, b.low) >>> 0 };
}

/** Returns bits 63:32 of the product of two unsigned 32-bit integers. Every partial sum stays below 2^32. */
function multiplyHigh32(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const carried = aLow * bHigh + (middle & 0xffff);
  return aHigh * bHigh + (middle >>> 16) + (carried >>> 16);
}
