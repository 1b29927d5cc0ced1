/** The rational number numerator * 2^exponent. */
export interface Dyadic {
  readonly numerator: bigint;
  readonly exponent: number;
}

/** Returns the exact value of a finite double. */
export function toDyadic(value: number): Dyadic {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponentBits = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  const significand = exponentBits === 0 ? fraction : fraction | (1n << 52n);
  const sign = bits >> 63n === 1n ? -1n : 1n;
  return { numerator: sign * significand, exponent: Math.max(exponentBits, 1) - 1075 };
}

export function add(a: Dyadic, b: Dyadic): Dyadic {
  const exponent = Math.min(a.exponent, b.exponent);
  const scale = (x: Dyadic) => x.numerator << BigInt(x.exponent - exponent);
  return { numerator: scale(a) + scale(b), exponent };
}

export function multiply(a: Dyadic, b: Dyadic): Dyadic {
  return { numerator: a.numerator * b.numerator, exponent: a.exponent + b.exponent };
}

/** Precision and range of a binary floating-point format. */
export interface BinaryFormat {
  /** Number of bits in the significand, including the hidden bit. */
  readonly precision: number;
  /** Exponent of the smallest positive number. */
  readonly minExponent: number;
  /** Exponent of the first power of two that is out of range. */
  readonly overflowExponent: number;
}

export const SINGLE: BinaryFormat = { precision: 24, minExponent: -149, overflowExponent: 128 };
export const HALF: BinaryFormat = { precision: 11, minExponent: -24, overflowExponent: 16 };

function bitLength(value: bigint): number {
  return value.toString(2).length;
}

/**
 * Rounds a dyadic number to the nearest value of a format, with ties to even, or towards zero. An overflow gives
 * infinity or, if rounded towards zero, the largest number.
 */
export function round({ numerator, exponent }: Dyadic, format: BinaryFormat, toZero = false): number {
  if (numerator === 0n) return 0;
  const isNegative = numerator < 0n;
  const magnitude = isNegative ? -numerator : numerator;
  const unit = Math.max(format.minExponent, exponent + bitLength(magnitude) - format.precision);
  const shift = unit - exponent;
  let units = shift <= 0 ? magnitude << BigInt(-shift) : magnitude >> BigInt(shift);
  if (shift > 0 && !toZero) {
    const remainder = magnitude - (units << BigInt(shift));
    const half = 1n << BigInt(shift - 1);
    if (remainder > half || (remainder === half && (units & 1n) === 1n)) units += 1n;
  }
  const value = Number(units) * 2 ** unit;
  const overflows = value >= 2 ** format.overflowExponent;
  const largest = (2 - 2 ** (1 - format.precision)) * 2 ** (format.overflowExponent - 1);
  const bounded = overflows ? (toZero ? largest : Infinity) : value;
  return isNegative ? -bounded : bounded;
}

/** Returns a · b + c, rounded only once. An exact zero is negative only if both addends are (IEEE 754-2019 6.3). */
export function fusedMultiplyAdd(
  a: number,
  b: number,
  c: number,
  format: BinaryFormat,
  toZero: boolean,
): number {
  const isNegative = (value: number): boolean => value < 0 || Object.is(value, -0);
  const product = multiply(toDyadic(a), toDyadic(b));
  const sum = add(product, toDyadic(c));
  if (sum.numerator !== 0n) return round(sum, format, toZero);
  const isNegativeProduct = isNegative(a) !== isNegative(b);
  return product.numerator === 0n && c === 0 && isNegativeProduct && isNegative(c) ? -0 : 0;
}
