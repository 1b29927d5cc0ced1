import { describe, expect, test } from 'vitest';
import { SCALAR } from '../../../arch/index.js';
import { execute, getVector, setVector } from '../support/machine.js';
import { makeWordPairs } from '../support/values.js';

const MASK32 = (1n << 32n) - 1n;
const signed = (value: bigint) => BigInt.asIntN(32, value);
const signed24 = (value: bigint) => BigInt.asIntN(24, value);
const low24 = (value: bigint) => value & 0xffffffn;
const mask = (width: bigint) => (1n << width) - 1n;

/** Computes the expected result of an operation. Two-source operations ignore the last argument. */
type Reference = (a: bigint, b: bigint, c: bigint) => bigint;

const REFERENCES: Readonly<Record<string, Reference>> = {
  'v_add_nc_u32_e32 v3, v0, v1': (a, b) => a + b,
  'v_subrev_nc_u32_e32 v3, v0, v1': (a, b) => b - a,
  'v_mul_lo_u32 v3, v0, v1': (a, b) => a * b,
  'v_mul_hi_u32 v3, v0, v1': (a, b) => (a * b) >> 32n,
  'v_mul_hi_i32 v3, v0, v1': (a, b) => (signed(a) * signed(b)) >> 32n,
  'v_mul_u32_u24_e32 v3, v0, v1': (a, b) => low24(a) * low24(b),
  'v_mul_hi_i32_i24_e32 v3, v0, v1': (a, b) => (signed24(a) * signed24(b)) >> 32n,
  'v_mad_u32_u24 v3, v0, v1, v2': (a, b, c) => low24(a) * low24(b) + c,
  'v_mad_i32_i24 v3, v0, v1, v2': (a, b, c) => signed24(a) * signed24(b) + c,
  'v_max_u32_e32 v3, v0, v1': (...all) => all.slice(0, 2).sort((x, y) => (x < y ? 1 : -1))[0],
  'v_min_i32_e32 v3, v0, v1': (a, b) => (signed(a) < signed(b) ? a : b),
  'v_lshlrev_b32_e32 v3, v0, v1': (a, b) => b << (a & 31n),
  'v_lshrrev_b32_e32 v3, v0, v1': (a, b) => b >> (a & 31n),
  'v_ashrrev_i32_e32 v3, v0, v1': (a, b) => signed(b) >> (a & 31n),
  'v_lshl_add_u32 v3, v0, v1, v2': (a, b, c) => (a << (b & 31n)) + c,
  'v_add_lshl_u32 v3, v0, v1, v2': (a, b, c) => ((a + b) & MASK32) << (c & 31n),
  'v_lshl_or_b32 v3, v0, v1, v2': (a, b, c) => (a << (b & 31n)) | c,
  'v_add3_u32 v3, v0, v1, v2': (a, b, c) => a + b + c,
  'v_xad_u32 v3, v0, v1, v2': (a, b, c) => (a ^ b) + c,
  'v_bfe_u32 v3, v0, v1, v2': (a, b, c) => (a >> (b & 31n)) & mask(c & 31n),
  'v_bfi_b32 v3, v0, v1, v2': (a, b, c) => (a & b) | (~a & c),
  'v_bfm_b32 v3, v0, v1': (a, b) => mask(a & 31n) << (b & 31n),
  'v_alignbit_b32 v3, v0, v1, v2': (a, b, c) => ((a << 32n) | b) >> (c & 31n),
  'v_cvt_pk_u16_u32 v3, v0, v1': (a, b) => (a > 0xffffn ? 0xffffn : a) | ((b > 0xffffn ? 0xffffn : b) << 16n),
  'v_med3_u32 v3, v0, v1, v2': (...all) => all.sort((x, y) => (x < y ? -1 : 1))[1],
  'v_min3_i32 v3, v0, v1, v2': (...all) => all.reduce((x, y) => (signed(y) < signed(x) ? y : x)),
};

/** Splits the cases into batches of 32, one case per lane. */
function splitIntoBatches(cases: readonly [number, number][]): [number, number][][] {
  return Array.from({ length: Math.ceil(cases.length / 32) }, (_, i) => cases.slice(i * 32, i * 32 + 32));
}

describe('vector integer operations match BigInt arithmetic', () => {
  test.each(Object.entries(REFERENCES))('%s', (source, reference) => {
    for (const batch of splitIntoBatches(makeWordPairs(300))) {
      const getThird = (lane: number) =>
        Math.imul(batch[lane]?.[0] ?? 0, 0x9e3779b1) ^ (batch[lane]?.[1] ?? 0);
      const state = execute(source, (initial) => {
        setVector(initial, 0, (lane) => batch[lane]?.[0] ?? 0);
        setVector(initial, 1, (lane) => batch[lane]?.[1] ?? 0);
        setVector(initial, 2, getThird);
      });
      const expected = batch.map(([a, b], lane) =>
        Number(reference(BigInt(a), BigInt(b), BigInt(getThird(lane) >>> 0)) & MASK32),
      );
      expect(
        getVector(state, 3)
          .slice(0, batch.length)
          .map((value) => value >>> 0),
      ).toEqual(expected);
    }
  });
});

describe('vector operations with carry', () => {
  test('an addition and an addition with carry compute a 64-bit sum', () => {
    const state = execute(
      'v_add_co_u32 v4, vcc_lo, v0, v2\nv_add_co_ci_u32_e32 v5, vcc_lo, v1, v3, vcc_lo',
      (initial) => {
        setVector(initial, 0, (lane) => -lane);
        setVector(initial, 1, () => -1);
        setVector(initial, 2, (lane) => lane * 0x10000000);
        setVector(initial, 3, (lane) => lane);
      },
    );
    for (let lane = 0; lane < 32; lane++) {
      const a = 0xffffffff00000000n + BigInt(-lane >>> 0);
      const b = (BigInt(lane) << 32n) + BigInt((lane * 0x10000000) >>> 0);
      const sum = a + b;
      expect([getVector(state, 4)[lane] >>> 0, getVector(state, 5)[lane] >>> 0]).toEqual([
        Number(sum & MASK32),
        Number((sum >> 32n) & MASK32),
      ]);
      expect((state.s[SCALAR.VCC_LO] >>> lane) & 1).toBe(sum > (1n << 64n) - 1n ? 1 : 0);
    }
  });

  test.each([
    ['v_sub_co_u32 v4, vcc_lo, v0, v1', [5, 6, 0, -1], [5, 5, 1, 0], [0, 0, 1, 0]],
    ['v_subrev_co_u32 v4, vcc_lo, v0, v1', [5, 5, 1, 0], [5, 6, 0, -1], [0, 0, 1, 0]],
    ['v_add_co_u32 v4, vcc_lo, v0, v1', [-1, -1, 0, 1], [0, 1, 0, -2], [0, 1, 0, 0]],
  ] as const)(
    '%s carries or borrows only if the result is out of range',
    (source, first, second, expected) => {
      const { s } = execute(source, (initial) => {
        setVector(initial, 0, (lane) => first[lane & 3]);
        setVector(initial, 1, (lane) => second[lane & 3]);
      });
      expect([0, 1, 2, 3].map((lane) => (s[SCALAR.VCC_LO] >>> lane) & 1)).toEqual(expected);
    },
  );

  test('a subtraction also subtracts the incoming borrow', () => {
    const { s, v } = execute('v_sub_co_ci_u32_e32 v4, vcc_lo, v0, v0, vcc_lo', (initial) => {
      initial.s[SCALAR.VCC_LO] = 0b10;
    });
    expect([v[4 * 32], v[4 * 32 + 1], s[SCALAR.VCC_LO]]).toEqual([0, -1, 0b10]);
  });

  test('mbcnt counts the active lanes below each lane', () => {
    const source = 'v_mbcnt_lo_u32_b32 v0, exec_lo, 0\nv_mbcnt_hi_u32_b32 v0, exec_hi, v0';
    const state = execute(source, (initial) => initial.s.set([0x55555555], SCALAR.EXEC_LO), 'gfx10.3', 64);
    expect([0, 2, 30, 32, 63].map((lane) => getVector(state, 0)[lane])).toEqual([0, 1, 15, 16, 47]);
  });
});
