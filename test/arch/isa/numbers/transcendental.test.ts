import { getExponent, getMantissa, scale } from '../../../../arch/isa/numbers/division.js';
import { fusedMultiplyAddDouble } from '../../../../arch/isa/numbers/fused.js';
import {
  cosineFromTurns,
  exp2,
  log2,
  powerOfTwo,
  sineFromTurns,
} from '../../../../arch/isa/numbers/transcendental.js';
import { randomFloats } from '../../support/values.js';
import { add, type BinaryFormat, multiply, round, toDyadic } from './exact.js';

const VALUES = randomFloats(3000, 17);
const DOUBLE: BinaryFormat = { precision: 53, minExponent: -1074, overflowExponent: 1024 };

/** Hardware is accurate to one ULP of a 32-bit float; our error must be far below that. */
const TOLERANCE = 2 ** -30;

function computeRelativeError(observed: number, expected: number): number {
  return expected === observed ? 0 : Math.abs(observed - expected) / Math.abs(expected);
}

describe('transcendental functions', () => {
  test('powers of two are exact at integers and accurate elsewhere', () => {
    for (let exponent = -149; exponent <= 127; exponent++) expect(exp2(exponent)).toBe(powerOfTwo(exponent));
    for (const value of VALUES.filter((x) => Math.abs(x) < 120)) {
      expect(computeRelativeError(exp2(value), 2 ** value)).toBeLessThan(TOLERANCE);
    }
    expect([exp2(Infinity), exp2(-Infinity), exp2(Number.NaN)]).toEqual([Infinity, 0, Number.NaN]);
  });

  test('logarithms are exact at powers of two and accurate elsewhere', () => {
    for (let exponent = -149; exponent <= 127; exponent++) expect(log2(2 ** exponent)).toBe(exponent);
    for (const value of VALUES.map(Math.abs).filter((x) => x > 0)) {
      expect(Math.abs(log2(value) - Math.log2(value))).toBeLessThan(TOLERANCE);
    }
    expect([log2(0), log2(-1), log2(Infinity)]).toEqual([-Infinity, Number.NaN, Infinity]);
  });

  test('sines and cosines are periodic, and exact at quarter turns', () => {
    expect([0, 0.25, 0.5, 0.75, 1, -0.25].map(sineFromTurns)).toEqual([0, 1, 0, -1, 0, -1]);
    expect([0, 0.25, 0.5, 0.75, 1, -0.25].map(cosineFromTurns)).toEqual([1, 0, -1, 0, 1, 0]);
    for (const value of VALUES.filter((x) => Math.abs(x) < 256)) {
      const angle = 2 * Math.PI * (value - Math.round(value));
      expect(Math.abs(sineFromTurns(value) - Math.sin(angle))).toBeLessThan(TOLERANCE);
      expect(Math.abs(cosineFromTurns(value) - Math.cos(angle))).toBeLessThan(TOLERANCE);
    }
    expect(sineFromTurns(Infinity)).toBeNaN();
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

describe('double-precision fused multiply-add', () => {
  test('rounds once', () => {
    for (let i = 0; i + 2 < VALUES.length; i++) {
      const [a, b, c] = [VALUES[i] / 3, VALUES[i + 1] / 7, -(VALUES[i] / 3) * (VALUES[i + 1] / 7)];
      const expected = round(add(multiply(toDyadic(a), toDyadic(b)), toDyadic(c)), DOUBLE);
      expect(fusedMultiplyAddDouble(a, b, c), `${a} * ${b} + ${c}`).toBe(expected);
      const addend = VALUES[i + 2];
      const sum = round(add(multiply(toDyadic(a), toDyadic(b)), toDyadic(addend)), DOUBLE);
      expect(fusedMultiplyAddDouble(a, b, addend), `${a} * ${b} + ${addend}`).toBe(sum);
    }
  });
});
