import { add, type BinaryFormat, multiply, round, toDyadic } from '../../../arch/isa/numbers/exact.js';

function isNegative(value: number): boolean {
  return value < 0 || Object.is(value, -0);
}

/** Returns a · b + c, rounded only once. An exact zero is negative only if both addends are (IEEE 754-2019 6.3). */
export function fusedMultiplyAdd(
  a: number,
  b: number,
  c: number,
  format: BinaryFormat,
  toZero: boolean,
): number {
  const product = multiply(toDyadic(a), toDyadic(b));
  const sum = add(product, toDyadic(c));
  if (sum.numerator !== 0n) return round(sum, format, toZero);
  const isNegativeProduct = isNegative(a) !== isNegative(b);
  return product.numerator === 0n && c === 0 && isNegativeProduct && isNegative(c) ? -0 : 0;
}

/** Returns the bits of an exactly representable 16-bit float or infinity. */
export function toHalfBits(value: number): number {
  const sign = isNegative(value) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (magnitude === Infinity) return sign | 0x7c00;
  if (magnitude < 2 ** -14) return sign | (magnitude * 2 ** 24);
  let exponent = -14;
  while (magnitude >= 2 ** (exponent + 1)) exponent += 1;
  return sign | ((exponent + 15) << 10) | ((magnitude / 2 ** exponent - 1) * 0x400);
}

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/** Returns the 32-bit float with the given bits. */
export function fromSingleBits(word: number): number {
  bits[0] = word;
  return float[0]!;
}

/** Returns the bits of a 32-bit float. */
export function toSingleBits(value: number): number {
  float[0] = value;
  return bits[0]!;
}
