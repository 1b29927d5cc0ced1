import { HWREG, SCALAR } from '../../../arch/index.js';
import { DRIVER_MODE, decodeSource, execute, KEEP_DENORMALS } from '../support/machine.js';

const GFX = 'gfx11.5';
/** Number of vector registers per wave. */
const VGPRS = 8;

const BITS = new Uint32Array(1);
const FLOAT = new Float32Array(BITS.buffer);

function toBits(x: number): number {
  FLOAT[0] = x;
  return BITS[0]!;
}

function toFloat(bits: number): number {
  BITS[0] = bits;
  return FLOAT[0]!;
}

interface Outcome {
  readonly bits: number;
  readonly scc: number;
}

/** Runs an instruction that reads s0 and s1 and writes s2, or v0, v1 and v2 if it is a vector instruction. */
function run(line: string, [a, b, c]: readonly number[], mode = KEEP_DENORMALS, scc = 0): Outcome {
  const wave = execute(
    line,
    ({ s, v, hw, lanes }) => {
      [a, b, c].forEach((bits = 0, i) => {
        s[i] = bits;
        v.fill(bits, i * lanes, (i + 1) * lanes);
      });
      s[SCALAR.SCC] = scc;
      hw[HWREG.MODE] = mode;
    },
    GFX,
    32,
    VGPRS,
  );
  const isVector = line.startsWith('v_');
  return { bits: (isVector ? wave.v[2 * wave.lanes]! : wave.s[2]!) >>> 0, scc: wave.s[SCALAR.SCC]! };
}

/** 32-bit encodings of zeros, denormals, ones and their neighbours, the largest number, infinities and NaNs. */
const SINGLES = [
  0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x3f800000, 0x3f800001, 0xbf7fffff, 0x4b7fffff,
  0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc12345, 0x7f812345,
];

/** 16-bit encodings of the same kinds of numbers, with unrelated bits in the upper half. */
const HALVES = [
  0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x3c00, 0x3c01, 0xbbff, 0x6401, 0x7bff, 0x7c00, 0xfc00, 0x7e12,
  0x7d12,
].map((half) => (0xabcd0000 | half) >>> 0);

function listPairs(values: readonly number[]): (readonly [number, number])[] {
  return values.flatMap((a) => values.map((b) => [a, b] as const));
}

const MODES = [KEEP_DENORMALS, DRIVER_MODE];

describe('a scalar float operation matches its vector counterpart', () => {
  test.each(['add_f32', 'sub_f32', 'min_f32', 'max_f32', 'mul_f32', 'cvt_pk_rtz_f16_f32', 'fmac_f32'])(
    's_%s',
    (name) => {
      for (const mode of MODES)
        for (const [a, b] of listPairs(SINGLES)) {
          const expected = run(`v_${name}_e32 v2, v0, v1`, [a, b, 0x40490fdb], mode).bits;
          expect(run(`s_${name} s2, s0, s1`, [a, b, 0x40490fdb], mode, 1), `${a} ${b}`).toEqual({
            bits: expected,
            scc: 1,
          });
        }
    },
  );

  test.each(['add_f16', 'sub_f16', 'min_f16', 'max_f16', 'mul_f16', 'fmac_f16'])(
    's_%s, which reads lower halves and clears the upper half',
    (name) => {
      for (const [a, b] of listPairs(HALVES)) {
        const expected = run(`v_${name}_e32 v2, v0, v1`, [a, b, 0x12344248]).bits & 0xffff;
        expect(run(`s_${name} s2, s0, s1`, [a, b, 0x12344248]).bits, `${a} ${b}`).toBe(expected);
      }
    },
  );

  test.each([
    'ceil_f32',
    'floor_f32',
    'trunc_f32',
    'rndne_f32',
    'cvt_i32_f32',
    'cvt_u32_f32',
    'cvt_f32_i32',
    'cvt_f32_u32',
  ])('s_%s', (name) => {
    for (const a of [...SINGLES, 0x40200000, 0xc0600000, 0x4f7fffff, 0xcf000001, 0xffffffff, 0x01000001])
      expect(run(`s_${name} s2, s0`, [a]), `${a}`).toEqual(run(`v_${name}_e32 v2, v0`, [a]));
  });

  test.each(['ceil_f16', 'floor_f16', 'trunc_f16', 'rndne_f16'])('s_%s', (name) => {
    for (const a of HALVES)
      expect(run(`s_${name} s2, s0`, [a]).bits).toBe(run(`v_${name}_e32 v2, v0`, [a]).bits & 0xffff);
  });
});

describe('scalar float arithmetic', () => {
  test('rounds 32-bit sums and products to nearest even', () => {
    for (const [a, b] of listPairs(SINGLES.filter((bits) => Number.isFinite(toFloat(bits))))) {
      expect(run('s_add_f32 s2, s0, s1', [a, b]).bits).toBe(toBits(toFloat(a) + toFloat(b)));
      expect(run('s_mul_f32 s2, s0, s1', [a, b]).bits).toBe(toBits(toFloat(a) * toFloat(b)));
    }
  });

  test('rounds a multiply-add only once', () => {
    const aboveOne = 1 + 2 ** -12;
    const exact = toBits(2 ** -11 + 2 ** -24);
    const minusOne = toBits(-1);
    expect(run('s_fmac_f32 s2, s0, s1', [toBits(aboveOne), toBits(aboveOne), minusOne]).bits).toBe(exact);
    expect(run('s_fmaak_f32 s2, s0, s0, 0xbf800000', [toBits(aboveOne)]).bits).toBe(exact);
    expect(run('s_fmamk_f32 s2, s0, 0x3f800800, s1', [toBits(aboveOne), minusOne]).bits).toBe(exact);
  });

  test('uses the literal as the addend or the second factor of a multiply-add', () => {
    const [three, five] = [toBits(3), toBits(5)];
    expect(toFloat(run('s_fmaak_f32 s2, s0, s1, 0x40e00000', [three, five]).bits)).toBe(3 * 5 + 7);
    expect(toFloat(run('s_fmamk_f32 s2, s0, 0x40e00000, s1', [three, five]).bits)).toBe(3 * 7 + 5);
  });
});

describe('MODE', () => {
  test('flushes 32-bit denormals in sources and results', () => {
    expect(run('s_add_f32 s2, s0, s1', [0x00000001, 0], DRIVER_MODE).bits).toBe(0);
    expect(run('s_add_f32 s2, s0, s1', [0x00000001, 0], KEEP_DENORMALS).bits).toBe(1);
    expect(run('s_cmp_eq_f32 s0, s1', [0x00000001, 0], DRIVER_MODE).scc).toBe(1);
    expect(run('s_cmp_eq_f32 s0, s1', [0x00000001, 0], KEEP_DENORMALS).scc).toBe(0);
  });

  test('selects whether 16-bit results are rounded to nearest, up, down or towards zero', () => {
    const third = toBits(1 / 3);
    const results = [0, 1, 2, 3].map(
      (rounding) => run('s_cvt_f16_f32 s2, s0', [third], KEEP_DENORMALS | (rounding << 2)).bits,
    );
    expect(results).toEqual([0x3555, 0x3556, 0x3555, 0x3555]);
  });
});

describe('a conversion from 16 bits', () => {
  test('reads the lower half, or the upper half with a separate mnemonic', () => {
    expect(toFloat(run('s_cvt_f32_f16 s2, s0', [0x3c00c000]).bits)).toBe(-2);
    expect(toFloat(run('s_cvt_hi_f32_f16 s2, s0', [0x3c00c000]).bits)).toBe(1);
    expect(toFloat(run('s_cvt_hi_f32_f16 s2, 0x3c00c000', []).bits)).toBe(1);
  });
});

describe('a vector operation with DPP', () => {
  test('accepts a scalar source, unlike on earlier generations', () => {
    const line = 'v_add_f32_e64_dpp v2, v0, s1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf';
    expect(toFloat(run(line, [toBits(3), toBits(5)]).bits)).toBe(8);
    expect(decodeSource(line, 'gfx11').instructions[0]!.kind).toBe('illegal');
  });
});

/** The comparison predicates, by name. */
const PREDICATES: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  lt: (a, b) => a < b,
  eq: (a, b) => a === b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  lg: (a, b) => a < b || a > b,
  ge: (a, b) => a >= b,
  o: (a, b) => !Number.isNaN(a + b) || (!Number.isNaN(a) && !Number.isNaN(b)),
  u: (a, b) => Number.isNaN(a) || Number.isNaN(b),
  nge: (a, b) => !(a >= b),
  nlg: (a, b) => !(a < b || a > b),
  ngt: (a, b) => !(a > b),
  nle: (a, b) => !(a <= b),
  neq: (a, b) => a !== b,
  nlt: (a, b) => !(a < b),
};

describe('a scalar comparison writes only SCC', () => {
  test.each(Object.entries(PREDICATES))('s_cmp_%s', (name, predicate) => {
    for (const [a, b] of listPairs(SINGLES))
      expect(run(`s_cmp_${name}_f32 s0, s1`, [a, b, 77]), `${a} ${b}`).toEqual({
        bits: 77,
        scc: predicate(toFloat(a), toFloat(b)) ? 1 : 0,
      });
    const halves = [0x3c00, 0xbc00, 0x0000, 0x8000, 0x7c00, 0x7e00].map((half) => 0x55550000 | half);
    const values = [1, -1, 0, -0, Infinity, Number.NaN];
    for (const [i, j] of listPairs([...halves.keys()])) {
      const { scc } = run(`s_cmp_${name}_f16 s0, s1`, [halves[i]!, halves[j]!]);
      expect(scc, `${values[i]} ${values[j]}`).toBe(predicate(values[i]!, values[j]!) ? 1 : 0);
    }
  });
});
