import { fusedMultiplyAdd } from '../../../../arch/isa/numbers/fused.js';
import {
  halfToNumber,
  numberToHalf,
  ROUND_NEAREST,
  ROUND_TO_ZERO,
} from '../../../../arch/isa/numbers/half.js';
import { randomFloats } from '../../support/values.js';
import { add, HALF, multiply, round, SINGLE, toDyadic } from './exact.js';

describe('the fused multiply-add', () => {
  const values = randomFloats(6000);
  const getTriple = (i: number) => [values[i], values[i + 1], values[i + 2]] as const;

  test('rounds once to single precision', () => {
    const errors = [];
    for (let i = 0; i < values.length - 2; i++) {
      const [a, b, c] = getTriple(i);
      const expected = round(add(multiply(toDyadic(a), toDyadic(b)), toDyadic(c)), SINGLE);
      if (!Object.is(Math.fround(fusedMultiplyAdd(a, b, c)), expected)) errors.push([a, b, c]);
    }
    expect(errors).toEqual([]);
  });

  test('rounds once if the sum is close to the midpoint between two floats', () => {
    const errors = [];
    for (let i = 0; i < 2000; i++) {
      const a = Math.fround(1 + (i + 1) * 2 ** -23);
      const b = Math.fround(1 + 2 ** -12 + i * 2 ** -23);
      for (const c of [2 ** -60, -(2 ** -60), 2 ** -24, -(2 ** -24), 2 ** 24, 2 ** -47]) {
        const expected = round(add(multiply(toDyadic(a), toDyadic(b)), toDyadic(c)), SINGLE);
        if (!Object.is(Math.fround(fusedMultiplyAdd(a, b, c)), expected)) errors.push([a, b, c]);
      }
    }
    expect(errors).toEqual([]);
  });

  test('rounds up if the sum is just above the midpoint between two floats but the nearest double is not', () => {
    const target = 2 ** 47 + 2 ** 19;
    let found = 0;
    for (let a = 2 ** 23 + 1; found < 50; a += 2) {
      const b = Math.floor((target - 1) / a);
      const below = target - a * b;
      if (b >= 2 ** 24 || below >= 2 ** 18) continue;
      found++;
      expect(Math.fround(fusedMultiplyAdd(a * 2 ** -35, b * 2 ** -36, 1)), `${a} * ${b}`).toBe(1 + 2 ** -23);
    }
  });

  test('handles infinities and NaN as IEEE 754 specifies', () => {
    expect(fusedMultiplyAdd(Infinity, 2, 1)).toBe(Infinity);
    expect(fusedMultiplyAdd(Infinity, 1, -Infinity)).toBeNaN();
    expect(fusedMultiplyAdd(0, Infinity, 1)).toBeNaN();
    expect(Object.is(fusedMultiplyAdd(-0, 1, -0), -0)).toBe(true);
  });
});

describe('16-bit floats', () => {
  test('round-trip for every bit pattern, except that all NaNs become the default NaN', () => {
    const errors = [];
    for (let bits = 0; bits < 0x10000; bits++) {
      const isNan = (bits & 0x7c00) === 0x7c00 && (bits & 0x3ff) !== 0;
      if (numberToHalf(halfToNumber(bits), ROUND_NEAREST) !== (isNan ? 0x7e00 : bits)) errors.push(bits);
    }
    expect(errors).toEqual([]);
  });

  test.each([
    ['to nearest even', ROUND_NEAREST],
    ['towards zero', ROUND_TO_ZERO],
  ])('round %s', (_name, rounding) => {
    const scaledValues = randomFloats(4000, 5).flatMap((value) => {
      const mantissa = value / 2 ** Math.floor(Math.log2(Math.abs(value) || 1));
      return [-26, -25, -24, -15, -14, 0, 10, 14, 15, 16].map((exponent) => mantissa * 2 ** exponent);
    });
    const midpoints = Array.from({ length: 2048 }, (_, i) => (i + 0.5) * 2 ** -24);
    const errors = [...scaledValues, ...midpoints, 65519.99, 65520, 65504].filter((value) => {
      const expected = round(toDyadic(value), HALF, rounding === ROUND_TO_ZERO);
      return !Object.is(halfToNumber(numberToHalf(value, rounding)), expected);
    });
    expect(errors).toEqual([]);
  });

  test('keep the sign of zero and of numbers that round to zero', () => {
    expect(numberToHalf(-0, ROUND_NEAREST)).toBe(0x8000);
    expect(numberToHalf(-(2 ** -40), ROUND_NEAREST)).toBe(0x8000);
    expect(numberToHalf(-(2 ** -40), 2)).toBe(0x8001);
    expect(numberToHalf(2 ** -40, 1)).toBe(0x0001);
  });
});
