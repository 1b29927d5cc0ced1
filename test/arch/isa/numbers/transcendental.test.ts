import { describe, expect, test } from 'vitest';
import { getExponent, getMantissa, scale } from '../../../../arch/isa/numbers/decompose.js';
import { fusedMultiplyAddDouble } from '../../../../arch/isa/numbers/fused-double.js';
import {
  cosineOfTurns,
  exponential2,
  logarithm2,
  powerOfTwo,
  sineOfTurns,
} from '../../../../arch/isa/numbers/transcendental.js';
import { randomFloats } from '../../support/values.js';
import { add, type BinaryFormat, exact, multiply, round } from './exact.js';

const VALUES = randomFloats(3000, 17);
const DOUBLE: BinaryFormat = { precision: 53, lowest: -1074, limit: 1024 };

/** Hardware is accurate to one ULP of a 32-bit float; our error must be far below that. */
const TOLERANCE = 2 ** -30;

function relativeError(observed: number, expected: number): number {
  return expected === observed ? 0 : Math.abs(observed - expected) / Math.abs(expected);
}

describe('transcendental functions', () => {
  test('powers of two are exact at integers and accurate elsewhere', () => {
    for (let exponent = -149; exponent <= 127; exponent++)
      expect(exponential2(exponent)).toBe(powerOfTwo(exponent));
    for (const value of VALUES.filter((x) => Math.abs(x) < 120)) {
      expect(relativeError(exponential2(value), 2 ** value)).toBeLessThan(TOLERANCE);
    }
    expect([exponential2(Infinity), exponential2(-Infinity), exponential2(Number.NaN)]).toEqual([
      Infinity,
      0,
      Number.NaN,
    ]);
  });

  test('logarithms are exact at powers of two and accurate elsewhere', () => {
    for (let exponent = -149; exponent <= 127; exponent++) expect(logarithm2(2 ** exponent)).toBe(exponent);
    for (const value of VALUES.map(Math.abs).filter((x) => x > 0)) {
      expect(Math.abs(logarithm2(value) - Math.log2(value))).toBeLessThan(TOLERANCE);
    }
    expect([logarithm2(0), logarithm2(-1), logarithm2(Infinity)]).toEqual([-Infinity, Number.NaN, Infinity]);
  });

  test('sines and cosines are periodic, and exact at quarter turns', () => {
    expect([0, 0.25, 0.5, 0.75, 1, -0.25].map(sineOfTurns)).toEqual([0, 1, 0, -1, 0, -1]);
    expect([0, 0.25, 0.5, 0.75, 1, -0.25].map(cosineOfTurns)).toEqual([1, 0, -1, 0, 1, 0]);
    for (const value of VALUES.filter((x) => Math.abs(x) < 256)) {
      const angle = 2 * Math.PI * (value - Math.round(value));
      expect(Math.abs(sineOfTurns(value) - Math.sin(angle))).toBeLessThan(TOLERANCE);
      expect(Math.abs(cosineOfTurns(value) - Math.cos(angle))).toBeLessThan(TOLERANCE);
    }
    expect(sineOfTurns(Infinity)).toBeNaN();
  });
});

describe('a number', () => {
  test('equals its mantissa times its power of two', () => {
    for (const value of VALUES) {
      const mantissa = getMantissa(value);
      if (value !== 0) expect(Math.abs(mantissa) >= 0.5 && Math.abs(mantissa) < 1).toBe(true);
      expect(scale(mantissa, getExponent(value))).toBe(value);
    }
    expect(getExponent(5e-324)).toBe(-1073);
    expect(getExponent(Infinity)).toBe(0);
  });
});

describe('the fused multiply-add of doubles', () => {
  test('rounds once', () => {
    for (let i = 0; i + 2 < VALUES.length; i++) {
      const [a, b, c] = [VALUES[i] / 3, VALUES[i + 1] / 7, -(VALUES[i] / 3) * (VALUES[i + 1] / 7)];
      const expected = round(add(multiply(exact(a), exact(b)), exact(c)), DOUBLE);
      expect(fusedMultiplyAddDouble(a, b, c), `${a} * ${b} + ${c}`).toBe(expected);
      const other = VALUES[i + 2];
      const sum = round(add(multiply(exact(a), exact(b)), exact(other)), DOUBLE);
      expect(fusedMultiplyAddDouble(a, b, other), `${a} * ${b} + ${other}`).toBe(sum);
    }
  });
});
