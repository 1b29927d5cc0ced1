import fc from 'fast-check';
import type { Gfx } from '../../../arch/index.js';
import { execute, getVector, setVector } from '../support/machine.js';

interface IntegerType {
  readonly min: bigint;
  readonly max: bigint;
  readonly bits: number;
  readonly signed: boolean;
}

const U32: IntegerType = { min: 0n, max: 2n ** 32n - 1n, bits: 32, signed: false };
const I32: IntegerType = { min: -(2n ** 31n), max: 2n ** 31n - 1n, bits: 32, signed: true };
const U16: IntegerType = { min: 0n, max: 0xffffn, bits: 16, signed: false };
const I16: IntegerType = { min: -0x8000n, max: 0x7fffn, bits: 16, signed: true };
const U24: IntegerType = { ...U32, bits: 24 };
const I24: IntegerType = { ...I32, bits: 24 };

type Reference = (a: bigint, b: bigint, c: bigint) => bigint;

const sum: Reference = (a, b) => a + b;
const difference: Reference = (a, b) => a - b;
const multiplyAdd: Reference = (a, b, c) => a * b + c;

const CASES: readonly (readonly [Gfx, string, IntegerType, IntegerType, Reference])[] = [
  ['gfx10.3', 'v_add_nc_u32_e64 v3, v0, v1 clamp', U32, U32, sum],
  ['gfx10.3', 'v_sub_nc_u32_e64 v3, v0, v1 clamp', U32, U32, difference],
  ['gfx10.3', 'v_subrev_nc_u32_e64 v3, v0, v1 clamp', U32, U32, (a, b) => b - a],
  ['gfx10.3', 'v_add_nc_i32 v3, v0, v1 clamp', I32, I32, sum],
  ['gfx10.3', 'v_sub_nc_i32 v3, v0, v1 clamp', I32, I32, difference],
  ['gfx9', 'v_add_u32_e64 v3, v0, v1 clamp', U32, U32, sum],
  ['gfx9', 'v_add_u16_e64 v3, v0, v1 clamp', U16, U16, sum],
  ['gfx11', 'v_sub_nc_u16 v3, v0, v1 clamp', U16, U16, difference],
  ['gfx11', 'v_add_nc_i16 v3, v0, v1 clamp', I16, I16, sum],
  ['gfx10', 'v_mad_u16 v3, v0, v1, v2 clamp', U16, U16, multiplyAdd],
  ['gfx10', 'v_mad_i16 v3, v0, v1, v2 clamp', I16, I16, multiplyAdd],
  ['gfx11', 'v_mad_u32_u24 v3, v0, v1, v2 clamp', U24, U32, multiplyAdd],
  ['gfx11', 'v_mad_i32_i24 v3, v0, v1, v2 clamp', I24, I32, multiplyAdd],
];

function decodeInteger(word: number, { bits, signed }: IntegerType): bigint {
  return signed ? BigInt.asIntN(bits, BigInt(word)) : BigInt.asUintN(bits, BigInt(word));
}

const words = fc.tuple(fc.integer(), fc.integer(), fc.integer());

describe('integer operations', () => {
  test.each(CASES)('saturate with clamp on %s: %s', (gfx, source, input, type, reference) => {
    fc.assert(
      fc.property(words, ([a, b, c]) => {
        const state = execute(
          source,
          (initial) => {
            [a, b, c, 0].forEach((word, register) => {
              setVector(initial, register, () => word);
            });
          },
          gfx,
          gfx === 'gfx9' ? 64 : 32,
        );
        const exact = reference(decodeInteger(a, input), decodeInteger(b, input), decodeInteger(c, type));
        const clamped = exact < type.min ? type.min : exact > type.max ? type.max : exact;
        expect(decodeInteger(getVector(state, 3)[0], type)).toBe(clamped);
      }),
      { numRuns: 150, seed: 4 },
    );
  });

  test('saturate packed halves separately with clamp', () => {
    const state = execute('v_pk_add_i16 v3, v0, v1 clamp', (initial) => {
      setVector(initial, 0, () => 0x7fff8000);
      setVector(initial, 1, () => 0x0001ffff);
    });
    expect((getVector(state, 3)[0] >>> 0).toString(16)).toBe('7fff8000');
  });

  test('wrap around without clamp', () => {
    const state = execute('v_add_nc_u32_e64 v3, -1, 2', () => undefined);
    expect(getVector(state, 3)[0]).toBe(1);
  });
});
