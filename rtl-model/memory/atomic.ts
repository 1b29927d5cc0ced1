import type { MemoryOperation } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';
import { MAX_LANES } from './access-record.js';

/** Computes the new value of a word from the old value, the operand and, for cmpswap, the compare value. */
type Operation32 = (old: number, operand: number, compare: number) => number;
type Operation64 = (old: bigint, operand: bigint, compare: bigint) => bigint;

const QUIET_NAN = 0x7fc00000;

const scratch = new DataView(new ArrayBuffer(8));

/** Returns the float with the given bits. */
function floatFromBits(word: number): number {
  scratch.setInt32(0, word);
  return scratch.getFloat32(0);
}

/** Returns the bits of a sum as a 32-bit float, rounded to nearest even. All NaNs become the canonical quiet NaN. */
function bitsFromFloat(sum: number): number {
  if (Number.isNaN(sum)) return QUIET_NAN;
  scratch.setFloat32(0, sum);
  return scratch.getInt32(0);
}

function doubleFromBits(value: bigint): number {
  scratch.setBigUint64(0, value);
  return scratch.getFloat64(0);
}

/** 32-bit atomics, keyed by their name in the instruction table. Values are signed 32-bit integers. */
const OPERATIONS_32: Readonly<Record<string, Operation32>> = {
  swap: (_old, operand) => operand,
  cmpswap: (old, operand, compare) => (old === compare ? operand : old),
  add: (old, operand) => (old + operand) | 0,
  sub: (old, operand) => (old - operand) | 0,
  rsub: (old, operand) => (operand - old) | 0,
  mskor: (old, mask, bits) => (old & ~mask) | bits,
  wrap: (old, limit, step) => (old >>> 0 >= limit >>> 0 ? old - limit : old + step) | 0,
  smin: (old, operand) => (operand < old ? operand : old),
  smax: (old, operand) => (operand > old ? operand : old),
  umin: (old, operand) => (operand >>> 0 < old >>> 0 ? operand : old),
  umax: (old, operand) => (operand >>> 0 > old >>> 0 ? operand : old),
  and: (old, operand) => old & operand,
  or: (old, operand) => old | operand,
  xor: (old, operand) => old ^ operand,
  inc: (old, operand) => (old >>> 0 < operand >>> 0 ? (old + 1) | 0 : 0),
  dec: (old, operand) => (old !== 0 && old >>> 0 <= operand >>> 0 ? (old - 1) | 0 : operand),
  csub: (old, operand) => Math.max((old >>> 0) - (operand >>> 0), 0) | 0,
  fadd: (old, operand) => bitsFromFloat(floatFromBits(old) + floatFromBits(operand)),
  fmin: (old, operand) => (floatFromBits(operand) < floatFromBits(old) ? operand : old),
  fmax: (old, operand) => (floatFromBits(operand) > floatFromBits(old) ? operand : old),
  fcmpswap: (old, operand, compare) => (floatFromBits(old) === floatFromBits(compare) ? operand : old),
};

const toSigned = (value: bigint): bigint => BigInt.asIntN(64, value);

/** 64-bit atomics (`_x2`), keyed in the same way. Values are unsigned. */
const OPERATIONS_64: Readonly<Record<string, Operation64>> = {
  swap: (_old, operand) => operand,
  cmpswap: (old, operand, compare) => (old === compare ? operand : old),
  add: (old, operand) => old + operand,
  sub: (old, operand) => old - operand,
  rsub: (old, operand) => operand - old,
  mskor: (old, mask, bits) => (old & ~mask) | bits,
  smin: (old, operand) => (toSigned(operand) < toSigned(old) ? operand : old),
  smax: (old, operand) => (toSigned(operand) > toSigned(old) ? operand : old),
  umin: (old, operand) => (operand < old ? operand : old),
  umax: (old, operand) => (operand > old ? operand : old),
  and: (old, operand) => old & operand,
  or: (old, operand) => old | operand,
  xor: (old, operand) => old ^ operand,
  inc: (old, operand) => (old < operand ? old + 1n : 0n),
  dec: (old, operand) => (old !== 0n && old <= operand ? old - 1n : operand),
  fmin: (old, operand) => (doubleFromBits(operand) < doubleFromBits(old) ? operand : old),
  fmax: (old, operand) => (doubleFromBits(operand) > doubleFromBits(old) ? operand : old),
  fcmpswap: (old, operand, compare) => (doubleFromBits(old) === doubleFromBits(compare) ? operand : old),
};

/** Performs a 32-bit atomic on `words[index]` and returns the old value. */
export function performAtomic32(
  words: Int32Array,
  index: number,
  name: string,
  operand: number,
  compare: number,
): number {
  const old = words[index];
  assert(OPERATIONS_32[name] !== undefined, 'the 32-bit atomic is implemented');
  words[index] = OPERATIONS_32[name](old, operand, compare);
  return old;
}

/** Performs a 64-bit atomic on the two words starting at `words[index]`, low word first, and returns the old value. */
export function performAtomic64(
  words: Int32Array,
  index: number,
  name: string,
  operand: bigint,
  compare: bigint,
): bigint {
  assert(index + 1 < words.length, 'both words of a 64-bit atomic are in range');
  const old = join64(words[index], words[index + 1]);
  assert(OPERATIONS_64[name] !== undefined, 'the 64-bit atomic is implemented');
  const result = BigInt.asUintN(64, OPERATIONS_64[name](old, operand, compare));
  words[index] = Number(result & 0xffffffffn) | 0;
  words[index + 1] = Number(result >> 32n) | 0;
  return old;
}

/** Joins a low and a high word into an unsigned 64-bit value. */
export function join64(low: number, high: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

/**
 * Performs one lane's atomic on the words starting at `words[index]`. The lane's data, which has a stride of
 * `MAX_LANES` per dword, contains the operand followed by cmpswap's compare value. The old value replaces the operand.
 */
export function performAtomicOfLane(
  words: Int32Array,
  index: number,
  { atomic, bytes }: MemoryOperation,
  data: Int32Array,
  lane: number,
): void {
  const name = atomic!;
  const dword = (i: number): number => data[i * MAX_LANES + lane];
  if (bytes === 4) {
    data[lane] = performAtomic32(words, index, name, dword(0), dword(1));
    return;
  }
  const old = performAtomic64(words, index, name, join64(dword(0), dword(1)), join64(dword(2), dword(3)));
  data[lane] = Number(old & 0xffffffffn) | 0;
  data[MAX_LANES + lane] = Number(old >> 32n) | 0;
}
