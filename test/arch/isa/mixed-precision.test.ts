import { execute, getFloats, getVector, setFloats, setVector } from '../support/machine.js';
import { Random } from './differential/random.js';
import { fusedMultiplyAdd, HALF, round, SINGLE, toDyadic } from './numbers/exact.js';
import { getHalfValue, toHalfBits } from './numbers/half-value.js';

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

type Width = 'half' | 'single';
type Compute = (toZero: boolean, a: number, b: number, c: number) => number;

const roundToHalf = (value: number, toZero: boolean): number =>
  value === 0 ? value : round(toDyadic(value), HALF, toZero);
const fma: Compute = (toZero, a, b, c) => fusedMultiplyAdd(a, b, c, HALF, toZero);
const sum: Compute = (toZero, a, b) => fusedMultiplyAdd(a, 1, b, HALF, toZero);
const product: Compute = (toZero, a, b) => fusedMultiplyAdd(a, b, -0, HALF, toZero);
/** GFX9's unfused operation rounds its product, and is not modelled for products that are rounded towards zero. */
const mad: Compute = (toZero, a, b, c) => sum(toZero, product(toZero, a, b, 0), c, 0);

const fma32: Compute = (_, a, b, c) => fusedMultiplyAdd(a, b, c, SINGLE, false);

const OPERATIONS: readonly (readonly [text: string, sources: Width, result: Width, compute: Compute])[] = [
  ['v_add_f16 v3, v0, v1', 'half', 'half', sum],
  ['v_mul_f16 v3, v0, v1', 'half', 'half', product],
  ['v_fma_f16 v3, v0, v1, v2', 'half', 'half', fma],
  ['v_mad_f16 v3, v0, v1, v2', 'half', 'half', mad],
  ['v_pk_add_f16 v3, v0, v1', 'half', 'half', sum],
  ['v_pk_mul_f16 v3, v0, v1', 'half', 'half', product],
  ['v_pk_fma_f16 v3, v0, v1, v2', 'half', 'half', fma],
  ['v_fma_mixlo_f16 v3, v0, v1, v2', 'single', 'half', fma],
  ['v_fma_mix_f32 v3, v0, v1, v2', 'single', 'single', fma32],
  ['v_fma_f32 v3, v0, v1, v2', 'single', 'single', fma32],
  ['v_add_f32 v3, v0, v1', 'single', 'single', (_, a, b) => fma32(false, a, 1, b)],
  ['v_mul_f32 v3, v0, v1', 'single', 'single', (_, a, b) => fma32(false, a, b, -0)],
  ['v_cvt_f16_f32 v3, v0', 'single', 'half', (toZero, a) => roundToHalf(a, toZero)],
  ['v_cvt_pkrtz_f16_f32 v3, v0, v1', 'single', 'half', (_, a) => roundToHalf(a, true)],
  ['v_cvt_f32_f16 v3, v0', 'half', 'single', (_, a) => a],
];

/** Returns a random half or float of moderate size, or rarely a denormal or a number near the limits of a half. */
function pickNumber(random: Random, width: Width): number {
  const sign = random.chance(50) ? -1 : 1;
  if (width === 'half') {
    const exponent = random.chance(15) ? random.below(31) : 11 + random.below(8);
    return sign * getHalfValue((exponent << 10) | (random.chance(10) ? 0 : random.below(0x400)));
  }
  const exponent = random.chance(5) ? -127 : random.chance(15) ? random.below(50) - 27 : random.below(8) - 4;
  return sign * Math.fround((1 + random.below(0x800000) / 0x800000) * 2 ** exponent);
}

const flush = (value: number): number => (Math.abs(value) < 2 ** -126 ? value * 0 : value);

describe.each(['gfx906', 'gfx10.3', 'gfx11'] as const)('float arithmetic on %s', (set) => {
  const operations = OPERATIONS.filter(([text]) => set === 'gfx906' || !text.startsWith('v_mad'));
  test.each(operations)('matches exact arithmetic, rounded once: %s', (text, sources, result, compute) => {
    const source = set === 'gfx11' ? text.replace('cvt_pkrtz', 'cvt_pk_rtz') : text;
    const random = new Random(0xf16);
    for (const [toZero, flushes] of [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ] as const) {
      if (toZero && text.startsWith('v_mad')) continue;
      const lanes = Array.from({ length: 32 }, () => [0, 1, 2].map(() => pickNumber(random, sources)));
      const state = execute(
        source,
        (initial) => {
          initial.hw[1] = 0xc0 | (flushes ? 0 : 0x30) | (toZero ? 0x0c : 0);
          for (const i of [0, 1, 2])
            if (sources === 'single') setFloats(initial, i, (lane) => lanes[lane % 32]![i]!);
            else setVector(initial, i, (lane) => 0x10001 * toHalfBits(lanes[lane % 32]![i]!));
        },
        set,
        set === 'gfx906' ? 64 : 32,
      );
      const expected = lanes.map((values) => {
        const [a, b, c] = values.map((value) => (flushes && sources === 'single' ? flush(value) : value));
        const exact = compute(toZero, a!, b!, c!);
        return flushes && result === 'single' ? flush(exact) : exact;
      });
      const words = getVector(state, 3).slice(0, 32);
      const observed =
        result === 'single'
          ? getFloats(state, 3).slice(0, 32)
          : words.map((word) => getHalfValue(word & 0xffff));
      expect(observed).toEqual(expected);
      if (text.startsWith('v_pk'))
        expect(words.map((word) => word >>> 16)).toEqual(words.map((word) => word & 0xffff));
    }
  });
});

describe('a fused multiply-add from 32 to 16 bits', () => {
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
