import type { Dyadic } from './exact.js';

/** Fractional bits of the numbers here; truncation is far below any float's last place. */
const PLACES = 400n;
const ONE = 1n << PLACES;

/** A fixed-point number with `PLACES`, truncated. */
function fixed({ numerator, exponent }: Dyadic): bigint {
  const shift = BigInt(exponent) + PLACES;
  return shift >= 0n ? numerator << shift : numerator >> -shift;
}

function times(a: bigint, b: bigint): bigint {
  return (a * b) >> PLACES;
}

function over(a: bigint, b: bigint): bigint {
  return (a << PLACES) / b;
}

/** Sum of a series in which each term follows from the previous one and its number, until it vanishes. */
function series(first: bigint, next: (term: bigint, n: bigint) => bigint): bigint {
  let sum = 0n;
  let term = first;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    sum += term;
    term = next(term, n);
  }
  return sum;
}

/** Twice artanh x, the logarithm of (1 + x) / (1 - x). */
function twiceAreaTangent(x: bigint): bigint {
  const square = times(x, x);
  let power = x;
  let sum = 0n;
  for (let n = 1n; power !== 0n && power !== -1n; n += 2n) {
    sum += power / n;
    power = times(power, square);
  }
  return 2n * sum;
}

/** Machin's formula. */
function arcTangentOfInverse(n: bigint): bigint {
  let power = ONE / n;
  let sum = 0n;
  for (let k = 1n, sign = 1n; power !== 0n; k += 2n, sign = -sign) {
    sum += (sign * power) / k;
    power /= n * n;
  }
  return sum;
}

const TWO_PI = 8n * (4n * arcTangentOfInverse(5n) - arcTangentOfInverse(239n));
const LN_2 = twiceAreaTangent(ONE / 3n);

const value = (numerator: bigint, exponent = 0): Dyadic => ({
  numerator,
  exponent: exponent - Number(PLACES),
});

function exponential2(x: Dyadic): Dyadic {
  const whole = fixed(x) >> PLACES;
  const angle = times(fixed(x) - (whole << PLACES), LN_2);
  return value(
    series(ONE, (term, n) => times(term, angle) / n),
    Number(whole),
  );
}

/** For a positive number. */
function logarithm2({ numerator, exponent }: Dyadic): Dyadic {
  const bits = numerator.toString(2).length - 1;
  const mantissa = fixed({ numerator, exponent: -bits });
  const natural = twiceAreaTangent(over(mantissa - ONE, mantissa + ONE));
  return value((BigInt(exponent + bits) << PLACES) + over(natural, LN_2));
}

/** Angle of a number of turns, at most half of one in either direction. */
function angleOf(x: Dyadic): bigint {
  const turns = fixed(x);
  const nearest = (turns + ONE / 2n) >> PLACES;
  return times(turns - (nearest << PLACES), TWO_PI);
}

/** Truncation leaves no more than this of an exact zero. */
function orZero(sum: bigint): Dyadic {
  return value(sum < 1n << 60n && sum > -(1n << 60n) ? 0n : sum);
}

function sine(x: Dyadic): Dyadic {
  const angle = angleOf(x);
  const square = times(angle, angle);
  return orZero(series(angle, (term, n) => -times(term, square) / (2n * n * (2n * n + 1n))));
}

function cosine(x: Dyadic): Dyadic {
  const angle = angleOf(x);
  const square = times(angle, angle);
  return orZero(series(ONE, (term, n) => -times(term, square) / ((2n * n - 1n) * 2n * n)));
}

function integerRoot(square: bigint): bigint {
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (let next = (root + square / root) >> 1n; next < root; next = (root + square / root) >> 1n) root = next;
  return root;
}

/** For a positive number. */
function root({ numerator, exponent }: Dyadic): Dyadic {
  const odd = exponent & 1;
  return value(integerRoot((numerator << BigInt(odd)) << (2n * PLACES)), (exponent - odd) / 2);
}

/** For a nonzero number. */
function reciprocal({ numerator, exponent }: Dyadic): Dyadic {
  return { numerator: (1n << (2n * PLACES)) / numerator, exponent: -exponent - 2 * Number(PLACES) };
}

/** Functions of a dyadic number with an error below one part in 2^200, from integer arithmetic alone. */
export const EXACT_FUNCTIONS = {
  exp: exponential2,
  log: logarithm2,
  sin: sine,
  cos: cosine,
  sqrt: root,
  rcp: reciprocal,
  rsq: (x: Dyadic) => reciprocal(root(x)),
} as const;

/** Name of one of them, as in the mnemonics. */
export type FunctionName = keyof typeof EXACT_FUNCTIONS;
