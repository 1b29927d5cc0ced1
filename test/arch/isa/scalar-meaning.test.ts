import { describe, expect, test } from 'vitest';
import { type Gfx, SCALAR } from '../../../arch/index.js';
import { execute } from '../support/machine.js';
import { makeWordPairs } from '../support/values.js';

const MASK32 = (1n << 32n) - 1n;
const MASK64 = (1n << 64n) - 1n;

/** Computes the result and SCC with BigInt. SCC is omitted if the instruction leaves it unchanged. */
type Reference = (a: bigint, b: bigint, scc: bigint) => readonly [result: bigint, scc?: boolean];

const signed = (value: bigint) => BigInt.asIntN(32, value);
const isInRange = (value: bigint) => value === signed(value);
const withNonzeroScc = (value: bigint): readonly [bigint, boolean] => [value, (value & MASK32) !== 0n];

const REFERENCES: Readonly<Record<string, Reference>> = {
  s_add_u32: (a, b) => [a + b, a + b > MASK32],
  s_sub_u32: (a, b) => [a - b, b > a],
  s_add_i32: (a, b) => [a + b, !isInRange(signed(a) + signed(b))],
  s_sub_i32: (a, b) => [a - b, !isInRange(signed(a) - signed(b))],
  s_addc_u32: (a, b, scc) => [a + b + scc, a + b + scc > MASK32],
  s_subb_u32: (a, b, scc) => [a - b - scc, b + scc > a],
  s_min_i32: (a, b) => (signed(a) < signed(b) ? [a, true] : [b, false]),
  s_max_u32: (a, b) => (a > b ? [a, true] : [b, false]),
  s_and_b32: (a, b) => withNonzeroScc(a & b),
  s_nand_b32: (a, b) => withNonzeroScc(~(a & b)),
  s_xnor_b32: (a, b) => withNonzeroScc(~(a ^ b)),
  s_andn2_b32: (a, b) => withNonzeroScc(a & ~b),
  s_lshl_b32: (a, b) => withNonzeroScc(a << (b & 31n)),
  s_lshr_b32: (a, b) => withNonzeroScc(a >> (b & 31n)),
  s_ashr_i32: (a, b) => withNonzeroScc(signed(a) >> (b & 31n)),
  s_mul_i32: (a, b) => [a * b],
  s_mul_hi_u32: (a, b) => [(a * b) >> 32n],
  s_mul_hi_i32: (a, b) => [(signed(a) * signed(b)) >> 32n],
  s_lshl1_add_u32: (a, b) => [(a << 1n) + b, (a << 1n) + b > MASK32],
  s_lshl4_add_u32: (a, b) => [(a << 4n) + b, (a << 4n) + b > MASK32],
  s_bfm_b32: (a, b) => [((1n << (a & 31n)) - 1n) << (b & 31n)],
  s_bfe_u32: (a, b) => withNonzeroScc((a >> (b & 31n)) & ((1n << ((b >> 16n) & 127n)) - 1n)),
  s_absdiff_i32: (a, b) => {
    const difference = signed(a - b);
    return withNonzeroScc(difference < 0n ? -difference : difference);
  },
  s_cselect_b32: (a, b, scc) => [scc === 1n ? a : b],
  s_pack_lh_b32_b16: (a, b) => [(a & 0xffffn) | (b & 0xffff0000n)],
};

/** Runs an instruction with sources in s[0:1] and s[2:3] and the result in s[4:5]. */
function run(source: string, words: readonly number[], scc: number, gfx: Gfx) {
  const { s } = execute(
    source,
    (state) => {
      state.s.set(words, 0);
      state.s[SCALAR.SCC] = scc;
    },
    gfx,
    32,
    0,
  );
  return { low: s[4] >>> 0, high: s[5] >>> 0, scc: s[SCALAR.SCC] };
}

describe('scalar operations on two 32-bit sources match BigInt arithmetic', () => {
  test.each(Object.entries(REFERENCES))('%s', (name, reference) => {
    const mismatches: string[] = [];
    for (const [a, b] of makeWordPairs(60)) {
      const scc = (a ^ b) & 1;
      const [result, carry = scc === 1] = reference(BigInt(a), BigInt(b), BigInt(scc));
      const observed = run(`${name} s4, s0, s2`, [a, 0, b, 0], scc, 'gfx10.3');
      if (observed.low !== Number(result & MASK32) || observed.scc !== (carry ? 1 : 0))
        mismatches.push(`${name} ${a} ${b} ${scc}: ${observed.low} ${observed.scc}`);
    }
    expect(mismatches).toEqual([]);
  });
});

describe('a maximum of two equal sources', () => {
  const scc = (name: string, gfx: Gfx) => run(`${name} s4, s0, s2`, [7, 0, 7, 0], 0, gfx).scc;

  test('sets SCC on GFX11 (RDNA3.5 manual: SCC = S0 >= S1) but not on older chips (SCC = S0 > S1)', () => {
    for (const name of ['s_max_i32', 's_max_u32'])
      expect([scc(name, 'gfx10'), scc(name, 'gfx10.3'), scc(name, 'gfx11')]).toEqual([0, 0, 1]);
    expect(scc('s_min_i32', 'gfx11')).toBe(0);
  });
});

const WIDE_REFERENCES: Readonly<Record<string, (a: bigint, count: bigint) => bigint>> = {
  s_lshl_b64: (a, count) => a << (count & 63n),
  s_lshr_b64: (a, count) => a >> (count & 63n),
  s_ashr_i64: (a, count) => BigInt.asIntN(64, a) >> (count & 63n),
  s_bfe_u64: (a, spec) => (a >> (spec & 63n)) & ((1n << ((spec >> 16n) & 127n)) - 1n),
  s_bfe_i64: (a, spec) => {
    const width = (spec >> 16n) & 127n;
    const shift = 64n - (spec & 63n) - width;
    if (width === 0n) return 0n;
    return shift <= 0n
      ? BigInt.asIntN(64, a) >> (spec & 63n)
      : BigInt.asIntN(64, a << shift) >> (64n - width);
  },
};

describe('scalar operations on 64-bit sources match BigInt arithmetic', () => {
  test.each(Object.entries(WIDE_REFERENCES))('%s', (name, reference) => {
    const mismatches: string[] = [];
    for (const [low, high] of makeWordPairs(20)) {
      for (const count of [
        0, 1, 31, 32, 33, 63, 64, 0x00200000, 0x00050003, 0x0010001f, 0x003f0001, 0x00400020,
      ]) {
        const expected = reference((BigInt(high) << 32n) | BigInt(low), BigInt(count)) & MASK64;
        const observed = run(`${name} s[4:5], s[0:1], s2`, [low, high, count, 0], 0, 'gfx10.3');
        const isCorrect =
          observed.low === Number(expected & MASK32) &&
          observed.high === Number(expected >> 32n) &&
          observed.scc === (expected === 0n ? 0 : 1);
        if (!isCorrect) mismatches.push(`${name} ${high} ${low} ${count}: ${JSON.stringify(observed)}`);
      }
    }
    expect(mismatches).toEqual([]);
  });
});

describe('scalar operations', () => {
  const runGfx10 = (source: string, words: readonly number[], scc = 0) => run(source, words, scc, 'gfx10.3');

  test('a bit search returns -1 if it finds no bit', () => {
    expect(runGfx10('s_ff1_i32_b32 s4, s0', [0]).low).toBe(0xffffffff);
    expect(runGfx10('s_ff1_i32_b32 s4, s0', [0x80000000]).low).toBe(31);
    expect(runGfx10('s_ff1_i32_b64 s4, s[0:1]', [0, 8]).low).toBe(35);
    expect(runGfx10('s_flbit_i32_b32 s4, s0', [1]).low).toBe(31);
    expect(runGfx10('s_flbit_i32 s4, s0', [0xffffffff]).low).toBe(0xffffffff);
    expect(runGfx10('s_flbit_i32 s4, s0', [0xfffffff0]).low).toBe(28);
  });

  test('a nonzero bit count sets SCC', () => {
    expect(runGfx10('s_bcnt1_i32_b64 s4, s[0:1]', [0xff, 0x80000001])).toMatchObject({ low: 10, scc: 1 });
    expect(runGfx10('s_bcnt1_i32_b32 s4, s0', [0], 1)).toMatchObject({ low: 0, scc: 0 });
  });

  test('whole-quad mode enables all lanes of each quad that has an active lane', () => {
    expect(runGfx10('s_wqm_b64 s[4:5], s[0:1]', [0x00010080, 0x40000000])).toMatchObject({
      low: 0x000f00f0,
      high: 0xf0000000,
      scc: 1,
    });
  });

  test('s_brev reverses bits, s_sext extends signs and s_abs removes them', () => {
    expect(runGfx10('s_brev_b32 s4, s0', [0x00000013]).low).toBe(0xc8000000);
    expect(runGfx10('s_sext_i32_i8 s4, s0', [0x80]).low).toBe(0xffffff80);
    expect(runGfx10('s_abs_i32 s4, s0', [0x80000000]).low).toBe(0x80000000);
  });

  test('a 64-bit move sign-extends integer constants and converts floats to doubles', () => {
    expect(runGfx10('s_mov_b64 s[4:5], -1', [])).toMatchObject({ low: 0xffffffff, high: 0xffffffff });
    expect(runGfx10('s_mov_b64 s[4:5], 1.0', [])).toMatchObject({ low: 0, high: 0x3ff00000 });
  });

  test('immediates are sign-extended, except in unsigned comparisons', () => {
    expect(runGfx10('s_movk_i32 s4, 0x8000', []).low).toBe(0xffff8000);
    expect(runGfx10('s_cmpk_ge_u32 s0, 0x8000', [0x7fff]).scc).toBe(0);
    expect(runGfx10('s_cmpk_ge_i32 s0, 0x8000', [0x7fff]).scc).toBe(1);
    expect(runGfx10('s_cmp_lt_u32 s0, s2', [1, 0, 0xffffffff]).scc).toBe(1);
    expect(runGfx10('s_cmp_lt_i32 s0, s2', [1, 0, 0xffffffff]).scc).toBe(0);
    expect(runGfx10('s_bitcmp1_b32 s0, s2', [0x80000000, 0, 31]).scc).toBe(1);
  });
});
