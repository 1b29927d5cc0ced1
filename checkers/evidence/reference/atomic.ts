import { lookup } from '../../../arch/index.js';

const words = new Int32Array(2);
const floats = new Float32Array(words.buffer);
const qwords = new BigUint64Array(words.buffer);
const doubles = new Float64Array(words.buffer);

/** Whether float `a` is less than float `b`, both given as bit patterns. False if either is NaN. */
function isLess(a: number, b: number): boolean {
  words[0] = a;
  words[1] = b;
  return floats[0] < floats[1];
}

/** Whether two floats, given as bit patterns, are equal. */
function floatsEqual(a: number, b: number): boolean {
  words[0] = a;
  words[1] = b;
  return floats[0] === floats[1];
}

/** Adds two floats, given as bit patterns. A NaN becomes the canonical quiet NaN. */
function addFloats(a: number, b: number): number {
  words[0] = a;
  words[1] = b;
  const sum = floats[0] + floats[1];
  floats[0] = sum;
  return Number.isNaN(sum) ? 0x7fc00000 : words[0];
}

function toDouble(value: bigint): number {
  qwords[0] = value;
  return doubles[0];
}

/** Returns the new value of a word. Only atomics that take two operands use `compare`. */
type Update<Word> = (old: Word, operand: Word, compare: Word) => Word;

/** The atomics on 32-bit words. */
const UPDATES_32 = lookup<Readonly<Record<string, Update<number>>>>({
  swap: (_old, operand) => operand,
  cmpswap: (old, operand, compare) => (old === compare ? operand : old),
  add: (old, operand) => (old + operand) | 0,
  sub: (old, operand) => (old - operand) | 0,
  rsub: (old, operand) => (operand - old) | 0,
  mskor: (old, operand, compare) => ((old | operand) ^ operand) | compare,
  wrap: (old, operand, compare) => (old >>> 0 < operand >>> 0 ? old + compare : old - operand) | 0,
  smin: (old, operand) => Math.min(old, operand),
  smax: (old, operand) => Math.max(old, operand),
  umin: (old, operand) => Math.min(old >>> 0, operand >>> 0) | 0,
  umax: (old, operand) => Math.max(old >>> 0, operand >>> 0) | 0,
  and: (old, operand) => old & operand,
  or: (old, operand) => old | operand,
  xor: (old, operand) => old ^ operand,
  inc: (old, operand) => (old >>> 0 >= operand >>> 0 ? 0 : (old + 1) | 0),
  dec: (old, operand) => (old === 0 || old >>> 0 > operand >>> 0 ? operand : (old - 1) | 0),
  csub: (old, operand) => Math.max(0, (old >>> 0) - (operand >>> 0)) | 0,
  fadd: addFloats,
  fmin: (old, operand) => (isLess(operand, old) ? operand : old),
  fmax: (old, operand) => (isLess(old, operand) ? operand : old),
  fcmpswap: (old, operand, compare) => (floatsEqual(old, compare) ? operand : old),
});

const signed = (value: bigint): bigint => BigInt.asIntN(64, value);

/** The atomics on 64-bit words. All values are unsigned and less than 2^64. */
const UPDATES_64 = lookup<Readonly<Record<string, Update<bigint>>>>({
  swap: (_old, operand) => operand,
  cmpswap: (old, operand, compare) => (old === compare ? operand : old),
  add: (old, operand) => BigInt.asUintN(64, old + operand),
  sub: (old, operand) => BigInt.asUintN(64, old - operand),
  rsub: (old, operand) => BigInt.asUintN(64, operand - old),
  mskor: (old, operand, compare) => ((old | operand) ^ operand) | compare,
  smin: (old, operand) => (signed(old) < signed(operand) ? old : operand),
  smax: (old, operand) => (signed(old) > signed(operand) ? old : operand),
  umin: (old, operand) => (old < operand ? old : operand),
  umax: (old, operand) => (old > operand ? old : operand),
  and: (old, operand) => old & operand,
  or: (old, operand) => old | operand,
  xor: (old, operand) => old ^ operand,
  inc: (old, operand) => (old >= operand ? 0n : old + 1n),
  dec: (old, operand) => (old === 0n || old > operand ? operand : old - 1n),
  fmin: (old, operand) => (toDouble(operand) < toDouble(old) ? operand : old),
  fmax: (old, operand) => (toDouble(operand) > toDouble(old) ? operand : old),
  fcmpswap: (old, operand, compare) => (toDouble(old) === toDouble(compare) ? operand : old),
});

/** Returns the new value of a 32-bit word after an atomic. */
export function atomic32(name: string, old: number, operand: number, compare: number): number {
  const update = UPDATES_32[name];
  if (update === undefined) throw new Error(`the reference does not support atomic ${name}`);
  return update(old, operand, compare);
}

/** Returns the new value of a 64-bit word after an atomic. */
export function atomic64(name: string, old: bigint, operand: bigint, compare: bigint): bigint {
  const update = UPDATES_64[name];
  if (update === undefined) throw new Error(`the reference does not support 64-bit atomic ${name}`);
  return update(old, operand, compare);
}
