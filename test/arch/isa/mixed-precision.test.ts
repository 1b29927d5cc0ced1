import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { execute, getVector, setFloats, setVector } from '../support/machine.js';
import { add, HALF, multiply, round, toDyadic } from './numbers/exact.js';
import { getHalfValue } from './numbers/half-value.js';

const NEAREST = 0xf0;
const TO_ZERO = 0xfc;

/**
 * Runs a program with three floats in v0 to v2 and returns the low half of v3. Checks that the upper half is unchanged.
 */
function runLow(source: string, values: readonly number[], mode: number, gfx: 'gfx9' | 'gfx10.3'): number {
  const state = execute(
    source,
    (initial) => {
      initial.hw[1] = mode;
      values.forEach((value, register) => {
        setFloats(initial, register, () => value);
      });
      setVector(initial, 3, () => 0x77770000);
    },
    gfx,
    gfx === 'gfx9' ? 64 : 32,
  );
  const word = getVector(state, 3)[0] >>> 0;
  expect(word >>> 16).toBe(0x7777);
  return word & 0xffff;
}

const float = fc.double({ min: -200, max: 200, noNaN: true }).map((value) => Math.fround(value));

describe('a fused multiply-add from 32 to 16 bits', () => {
  test.each([
    ['nearest even', NEAREST, false],
    ['zero', TO_ZERO, true],
  ])('rounds once, to %s', (_name, mode, toZero) => {
    fc.assert(
      fc.property(float, float, float, (a, b, c) => {
        const sum = add(multiply(toDyadic(a), toDyadic(b)), toDyadic(c));
        const bits = runLow('v_fma_mixlo_f16 v3, v0, v1, v2', [a, b, c], mode, 'gfx10.3');
        expect(getHalfValue(bits) + 0).toBe(round(sum, HALF, toZero) + 0);
      }),
      { numRuns: 300, seed: 8 },
    );
  });

  test('does not round to 32 bits in between', () => {
    // The result is just above the midpoint between two 16-bit floats. Rounding to 32 bits first would give the
    // midpoint.
    const sources = [1 + 2 ** -11, 1, 2 ** -40];
    expect(runLow('v_fma_mixlo_f16 v3, v0, v1, v2', sources, NEAREST, 'gfx10.3')).toBe(0x3c01);
  });
});

describe('GFX9', () => {
  const UPPER = 0x7777;
  test.each([
    ['keeps', 'v_mad_f16 v3, v0, v1, v2'],
    ['keeps', 'v_fma_f16 v3, v0, v1, v2'],
    ['keeps', 'v_mad_u16 v3, v0, v1, v2'],
    ['keeps', 'v_mac_f16_e32 v3, v0, v1'],
    ['keeps', 'v_madak_f16 v3, v0, v1, 0x4500'],
    ['clears', 'v_mad_legacy_f16 v3, v0, v1, v2'],
    ['clears', 'v_mul_f16_e32 v3, v0, v1'],
    ['clears', 'v_cvt_f16_f32_e32 v3, v0'],
  ])('%s the upper half of the destination: %s', (outcome, source) => {
    const state = execute(source, (initial) => setVector(initial, 3, () => UPPER << 16), 'gfx9', 64);
    expect(getVector(state, 3)[0] >>> 16).toBe(outcome === 'keeps' ? UPPER : 0);
  });
});

describe('inline constants in packed operations', () => {
  test.each([
    ['v_pk_add_u16 v3, v0, 5 op_sel_hi:[1,1]', 0x00000005],
    ['v_pk_add_u16 v3, v0, -3 op_sel_hi:[1,1]', 0xfffffffd],
    ['v_pk_add_f16 v3, v0, 2.0 op_sel_hi:[1,1]', 0x00004000],
    ['v_pk_add_f16 v3, v0, 2.0 op_sel_hi:[1,0]', 0x40004000],
    ['v_pk_add_f16 v3, v0, 0.15915494 op_sel_hi:[1,0]', 0x31183118],
  ])('are 32 bits wide, and op_sel_hi selects the half for the high result: %s', (source, expected) => {
    const state = execute(source, () => undefined);
    expect(getVector(state, 3)[0] >>> 0).toBe(expected);
  });
});

test('an operation that rounds its product before adding is rejected on GFX9 unless the mode rounds to nearest', () => {
  const run = (source: string, mode: number) =>
    execute(source, (initial) => initial.hw.fill(mode, 1, 2), 'gfx9', 64);
  expect(() => run('v_mad_f16 v3, v0, v1, v2', TO_ZERO)).toThrow('float mode');
  expect(() => run('v_mac_f16_e32 v3, v0, v1', TO_ZERO)).toThrow('float mode');
  expect(() => run('v_mad_f16 v3, v0, v1, v2', NEAREST)).not.toThrow();
  expect(() => run('v_fma_f16 v3, v0, v1, v2', TO_ZERO)).not.toThrow();
});
