import { assembleProgram, decodeProgram, type Gfx, SCALAR } from '../../../arch/index.js';
import { execute, getFloats, getVector, setFloats, setVector } from '../support/machine.js';
import { makeWordPairs, randomFloats } from '../support/values.js';

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

const CASES = [
  ['v_dot2_i32_i16', 16, true],
  ['v_dot2_u32_u16', 16, false],
  ['v_dot4_i32_i8', 8, true],
  ['v_dot4_u32_u8', 8, false],
  ['v_dot8_i32_i4', 4, true],
  ['v_dot8_u32_u4', 4, false],
] as const;

function getElement(word: number, bits: number, i: number, signed: boolean): bigint {
  const raw = (BigInt(word >>> 0) >> BigInt(bits * i)) & ((1n << BigInt(bits)) - 1n);
  return signed ? BigInt.asIntN(bits, raw) : raw;
}

describe('integer dot products match BigInt arithmetic', () => {
  test.each(CASES)('%s', (name, bits, signed) => {
    const pairs = makeWordPairs(60);
    for (let i = 0; i + 32 <= pairs.length; i += 32) {
      const state = execute(`${name} v3, v0, v1, v2`, (initial) => {
        setVector(initial, 0, (lane) => pairs[i + lane][0]);
        setVector(initial, 1, (lane) => pairs[i + lane][1]);
        setVector(initial, 2, (lane) => pairs[i + 31 - lane][0]);
      });
      const expected = Array.from({ length: 32 }, (_, lane) => {
        const [a, b] = pairs[i + lane];
        let sum = BigInt(pairs[i + 31 - lane][0]);
        for (let k = 0; k < 32 / bits; k++)
          sum += getElement(a, bits, k, signed) * getElement(b, bits, k, signed);
        return Number(BigInt.asIntN(32, sum));
      });
      expect(getVector(state, 3)).toEqual(expected);
    }
  });
});

test.each([
  [0x7602_0702, 'v_fmac_f32_e32 v1, v2, v3'],
  [0x7a02_0702, 'v_xnor_b32_e32 v1, v2, v3'],
])('word %i is legal on gfx906 and encodes %s', (word, text) => {
  const { instructions } = decodeProgram([word], 'gfx9', 64);
  expect(instructions[0].kind).not.toBe('illegal');
  expect(assembleProgram(text, 'gfx9')).toEqual([word]);
});

test.each(CASES)('gfx906 supports %s', (name) => {
  const words = assembleProgram(`${name} v3, v0, v1, v2`, 'gfx9');
  expect(decodeProgram(words, 'gfx9', 64).instructions[0].kind).not.toBe('illegal');
});

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
