import type { Dyadic } from './exact.js';

/** Number of fractional bits, chosen so that truncation errors are far below the last place of any float. */
const FRACTION_BITS = 400n;
const ONE = 1n << FRACTION_BITS;

/** Converts a dyadic number to fixed point with `FRACTION_BITS`, truncating it. */
function toFixedPoint({ numerator, exponent }: Dyadic): bigint {
  const shift = BigInt(exponent) + FRACTION_BITS;
  return shift >= 0n ? numerator << shift : numerator >> -shift;
}

function multiplyFixed(a: bigint, b: bigint): bigint {
  return (a * b) >> FRACTION_BITS;
}

function divide(a: bigint, b: bigint): bigint {
  return (a << FRACTION_BITS) / b;
}

/** Sums a series until its terms vanish. `next` computes term n from the previous one. */
function sumSeries(first: bigint, next: (term: bigint, n: bigint) => bigint): bigint {
  let sum = 0n;
  let term = first;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    sum += term;
    term = next(term, n);
  }
  return sum;
}

/** Returns 2 artanh(x), which equals ln((1 + x) / (1 - x)). */
function twiceArtanh(x: bigint): bigint {
  const square = multiplyFixed(x, x);
  let power = x;
  let sum = 0n;
  for (let n = 1n; power !== 0n && power !== -1n; n += 2n) {
    sum += power / n;
    power = multiplyFixed(power, square);
  }
  return 2n * sum;
}

/** Returns arctan(1 / n). */
function arctanReciprocal(n: bigint): bigint {
  let power = ONE / n;
  let sum = 0n;
  for (let k = 1n, sign = 1n; power !== 0n; k += 2n, sign = -sign) {
    sum += (sign * power) / k;
    power /= n * n;
  }
  return sum;
}

const TWO_PI = 8n * (4n * arctanReciprocal(5n) - arctanReciprocal(239n));
const LN_2 = twiceArtanh(ONE / 3n);

const fromFixedPoint = (numerator: bigint, exponent = 0): Dyadic => ({
  numerator,
  exponent: exponent - Number(FRACTION_BITS),
});

function exp2(x: Dyadic): Dyadic {
  const whole = toFixedPoint(x) >> FRACTION_BITS;
  const angle = multiplyFixed(toFixedPoint(x) - (whole << FRACTION_BITS), LN_2);
  return fromFixedPoint(
    sumSeries(ONE, (term, n) => multiplyFixed(term, angle) / n),
    Number(whole),
  );
}

/** Returns the base-2 logarithm of a positive number. */
function log2({ numerator, exponent }: Dyadic): Dyadic {
  const bits = numerator.toString(2).length - 1;
  const mantissa = toFixedPoint({ numerator, exponent: -bits });
  const naturalLog = twiceArtanh(divide(mantissa - ONE, mantissa + ONE));
  return fromFixedPoint((BigInt(exponent + bits) << FRACTION_BITS) + divide(naturalLog, LN_2));
}

/** Converts turns to radians, reduced to at most half a turn in either direction. */
function toAngle(x: Dyadic): bigint {
  const turns = toFixedPoint(x);
  const nearest = (turns + ONE / 2n) >> FRACTION_BITS;
  return multiplyFixed(turns - (nearest << FRACTION_BITS), TWO_PI);
}

/** Returns the sum, or zero if its value could be due to truncation alone. */
function zeroIfTiny(sum: bigint): Dyadic {
  return fromFixedPoint(sum < 1n << 60n && sum > -(1n << 60n) ? 0n : sum);
}

function sine(x: Dyadic): Dyadic {
  const angle = toAngle(x);
  const square = multiplyFixed(angle, angle);
  return zeroIfTiny(sumSeries(angle, (term, n) => -multiplyFixed(term, square) / (2n * n * (2n * n + 1n))));
}

function cosine(x: Dyadic): Dyadic {
  const angle = toAngle(x);
  const square = multiplyFixed(angle, angle);
  return zeroIfTiny(sumSeries(ONE, (term, n) => -multiplyFixed(term, square) / ((2n * n - 1n) * 2n * n)));
}

function integerRoot(square: bigint): bigint {
  let guess = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (let next = (guess + square / guess) >> 1n; next < guess; next = (guess + square / guess) >> 1n)
    guess = next;
  return guess;
}

function squareRoot({ numerator, exponent }: Dyadic): Dyadic {
  const parity = exponent & 1;
  return fromFixedPoint(
    integerRoot((numerator << BigInt(parity)) << (2n * FRACTION_BITS)),
    (exponent - parity) / 2,
  );
}

function reciprocal({ numerator, exponent }: Dyadic): Dyadic {
  return {
    numerator: (1n << (2n * FRACTION_BITS)) / numerator,
    exponent: -exponent - 2 * Number(FRACTION_BITS),
  };
}

/** Functions of a dyadic number, computed with integers only. The error is below one part in 2^200. */
export const EXACT_FUNCTIONS = {
  exp: exp2,
  log: log2,
  sin: sine,
  cos: cosine,
  sqrt: squareRoot,
  rcp: reciprocal,
  rsq: (x: Dyadic) => reciprocal(squareRoot(x)),
} as const;

/** Name of an exact function, as in the mnemonics. */
export type FunctionName = keyof typeof EXACT_FUNCTIONS;
