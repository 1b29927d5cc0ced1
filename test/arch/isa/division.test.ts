import { describe, expect, test } from 'vitest';
import { execute, getFloats, getVector, setFloats, setVector } from '../support/machine.js';
import { randomFloats } from '../support/values.js';

/** The sequence that compilers emit for a 32-bit v0 / v1. */
const DIVIDE = `
  v_div_scale_f32 v4, s0, v1, v1, v0
  v_div_scale_f32 v5, vcc_lo, v0, v1, v0
  v_rcp_f32_e32 v6, v4
  v_fma_f32 v7, -v4, v6, 1.0
  v_fma_f32 v6, v7, v6, v6
  v_mul_f32_e32 v8, v5, v6
  v_fma_f32 v9, -v4, v8, v5
  v_fma_f32 v8, v9, v6, v8
  v_fma_f32 v4, -v4, v8, v5
  v_div_fmas_f32 v4, v4, v6, v8
  v_div_fixup_f32 v3, v4, v1, v0`;

function divide(numerators: readonly number[], denominators: readonly number[]): number[] {
  const state = execute(DIVIDE, (initial) => {
    setFloats(initial, 0, (lane) => numerators[lane] ?? 1);
    setFloats(initial, 1, (lane) => denominators[lane] ?? 1);
  });
  return getFloats(state, 3).slice(0, numerators.length);
}

const SPECIAL_VALUES = [0, -0, 1, -3, Infinity, -Infinity, 2 ** -126, -(2 ** -149), 3e38, 1.5 * 2 ** 127];

describe('the division instructions', () => {
  test('compute the correctly rounded quotient of normal numbers', () => {
    const values = randomFloats(6000, 21).filter((value) => Math.abs(value) >= 2 ** -126);
    for (let i = 0; i + 64 <= values.length; i += 64) {
      const [numerators, denominators] = [values.slice(i, i + 32), values.slice(i + 32, i + 64)];
      const expected = numerators.map((value, lane) => Math.fround(value / denominators[lane]));
      const ignoreDenormals = (value: number) => (Math.abs(value) < 2 ** -126 ? 'small' : value);
      expect(divide(numerators, denominators).map(ignoreDenormals)).toEqual(expected.map(ignoreDenormals));
    }
  });

  test('follow IEEE 754 for zeros and infinities', () => {
    for (const numerator of SPECIAL_VALUES) {
      const denominators = [0, -0, Infinity, -Infinity];
      expect(
        divide(
          denominators.map(() => numerator),
          denominators,
        ),
      ).toEqual(denominators.map((denominator) => numerator / denominator));
    }
  });

  test("prefer the numerator's NaN over the denominator's, and return the negative NaN for 0/0", () => {
    const state = execute('v_div_fixup_f32 v3, v2, v1, v0', (initial) => {
      setVector(initial, 0, (lane) => [0x7fc00aaa, 0x3f800000, 0][lane] ?? 0);
      setVector(initial, 1, (lane) => [0x7fc00bbb, 0x7f800ccc, 0][lane] ?? 0);
      setVector(initial, 2, () => 0x7fc00ddd);
    });
    const bits = getVector(state, 3).map((word) => (word >>> 0).toString(16));
    expect(bits.slice(0, 3)).toEqual(['7fc00aaa', '7fc00ccc', 'ffc00000']);
  });

  test('compute a denormal quotient for denominators near the maximum', () => {
    const denominators = [2 ** 126 * 1.5, -(2 ** 127), 3.4e38, 1.5 * 2 ** 127];
    for (const numerator of [1, -3, 2 ** -20, 1.7 * 2 ** -20])
      expect(
        divide(
          denominators.map(() => numerator),
          denominators,
        ),
      ).toEqual(denominators.map((denominator) => Math.fround(numerator / Math.fround(denominator))));
  });

  test.each([
    ['scale up the denominator and set the flag if the quotient may overflow', 2 ** 120, 2 ** -6, 2 ** 58, 1],
    ['scale up a denormal denominator without setting the flag', 2 ** -100, 2 ** -130, 2 ** -66, 0],
    ['scale down a denominator whose inverse is denormal', 2 ** 100, 2 ** 127, 2 ** 63, 0],
    [
      'scale down the denominator and set the flag if the inverse and the quotient are denormal',
      1,
      2 ** 127,
      2 ** 63,
      1,
    ],
    [
      'set the flag but keep the denominator if only the quotient is denormal',
      2 ** -100,
      2 ** 60,
      2 ** 60,
      1,
    ],
    ['leave an ordinary pair unchanged', 3, 5, 5, 0],
  ])('%s', (_name, numerator, denominator, scaled, flag) => {
    const state = execute('v_div_scale_f32 v4, vcc_lo, v1, v1, v0', (initial) => {
      setFloats(initial, 0, () => numerator);
      setFloats(initial, 1, () => denominator);
    });
    expect([getFloats(state, 4)[0], state.s[106] & 1]).toEqual([scaled, flag]);
  });

  test('rescale a 64-bit quotient if VCC requests it', () => {
    const state = execute('v_div_fmas_f64 v[6:7], v[0:1], v[2:3], v[4:5]', (initial) => {
      for (const register of [1, 3]) setVector(initial, register, () => 0x40000000);
      initial.s[106] = 2;
    });
    expect(getVector(state, 7).slice(0, 2)).toEqual([0x40100000, 0x40100000 - (128 << 20)]);
  });

  test('round a 64-bit quotient only once when rescaling it to a denormal', () => {
    // The quotient is near the midpoint between two denormals. Rounding it to 53 bits first would give the midpoint.
    const [above, below] = [1, -1].map((side) => {
      const words = new Int32Array(Float64Array.of(side * 2 ** -60, 2 ** -941, 3 * 2 ** -947).buffer);
      const state = execute('v_div_fmas_f64 v[6:7], v[0:1], v[2:3], v[4:5]', (initial) => {
        words.forEach((word, register) => {
          setVector(initial, register, () => word);
        });
        initial.s[106] = 1;
      });
      return [getVector(state, 7)[0], getVector(state, 6)[0]];
    });
    expect([above, below]).toEqual([
      [0, 2],
      [0, 1],
    ]);
  });
});
