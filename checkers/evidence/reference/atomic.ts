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

/**
 * Returns the new value of a 32-bit word after an atomic with `operand`. Only atomics that take two operands use
 * `compare`.
 */
export function atomic32(name: string, old: number, operand: number, compare: number): number {
  switch (name) {
    case 'swap':
      return operand;
    case 'cmpswap':
      return old === compare ? operand : old;
    case 'add':
      return (old + operand) | 0;
    case 'sub':
      return (old - operand) | 0;
    case 'rsub':
      return (operand - old) | 0;
    case 'mskor':
      return ((old | operand) ^ operand) | compare;
    case 'wrap':
      return (old >>> 0 < operand >>> 0 ? old + compare : old - operand) | 0;
    case 'smin':
      return Math.min(old, operand);
    case 'smax':
      return Math.max(old, operand);
    case 'umin':
      return Math.min(old >>> 0, operand >>> 0) | 0;
    case 'umax':
      return Math.max(old >>> 0, operand >>> 0) | 0;
    case 'and':
      return old & operand;
    case 'or':
      return old | operand;
    case 'xor':
      return old ^ operand;
    case 'inc':
      return old >>> 0 >= operand >>> 0 ? 0 : (old + 1) | 0;
    case 'dec':
      return old === 0 || old >>> 0 > operand >>> 0 ? operand : (old - 1) | 0;
    case 'csub':
      return Math.max(0, (old >>> 0) - (operand >>> 0)) | 0;
    case 'fadd':
      return addFloats(old, operand);
    case 'fmin':
      return isLess(operand, old) ? operand : old;
    case 'fmax':
      return isLess(old, operand) ? operand : old;
    case 'fcmpswap':
      return floatsEqual(old, compare) ? operand : old;
    default:
      throw new Error(`the reference does not support atomic ${name}`);
  }
}

/** Returns the new value of a 64-bit word after an atomic. All values are unsigned and less than 2^64. */
export function atomic64(name: string, old: bigint, operand: bigint, compare: bigint): bigint {
  const signed = (value: bigint): bigint => BigInt.asIntN(64, value);
  switch (name) {
    case 'swap':
      return operand;
    case 'cmpswap':
      return old === compare ? operand : old;
    case 'add':
      return BigInt.asUintN(64, old + operand);
    case 'sub':
      return BigInt.asUintN(64, old - operand);
    case 'rsub':
      return BigInt.asUintN(64, operand - old);
    case 'mskor':
      return ((old | operand) ^ operand) | compare;
    case 'smin':
      return signed(old) < signed(operand) ? old : operand;
    case 'smax':
      return signed(old) > signed(operand) ? old : operand;
    case 'umin':
      return old < operand ? old : operand;
    case 'umax':
      return old > operand ? old : operand;
    case 'and':
      return old & operand;
    case 'or':
      return old | operand;
    case 'xor':
      return old ^ operand;
    case 'inc':
      return old >= operand ? 0n : old + 1n;
    case 'dec':
      return old === 0n || old > operand ? operand : old - 1n;
    case 'fmin':
      return toDouble(operand) < toDouble(old) ? operand : old;
    case 'fmax':
      return toDouble(operand) > toDouble(old) ? operand : old;
    case 'fcmpswap':
      return toDouble(old) === toDouble(compare) ? operand : old;
    default:
      throw new Error(`the reference does not support 64-bit atomic ${name}`);
  }
}
