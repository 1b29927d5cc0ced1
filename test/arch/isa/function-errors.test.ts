import fc from 'fast-check';
import { execute, getFloats, getVector, setFloats, setVector } from '../support/machine.js';
import { add, type BinaryFormat, type Dyadic, HALF, SINGLE, toDyadic } from './numbers/exact.js';
import { EXACT_FUNCTIONS, type FunctionName } from './numbers/exact-functions.js';
import { getHalfValue } from './numbers/half-value.js';

const LANES = 32;
const RUNS = 40;

function bitLength(value: bigint): number {
  return value.toString(2).replace('-', '').length;
}

/** Returns the error of `result` in ULPs of the exact value, to a precision of 0.001. */
function computeUlpError(result: number, { numerator, exponent }: Dyadic, format: BinaryFormat): number {
  const difference = add(toDyadic(result), { numerator: -numerator, exponent });
  if (difference.numerator === 0n) return 0;
  const unit = Math.max(format.minExponent, exponent + bitLength(numerator) - format.precision);
  const thousandths = difference.numerator * 1000n;
  const shift = BigInt(difference.exponent - unit);
  const scaled = shift >= 0n ? thousandths << shift : thousandths >> -shift;
  return Math.abs(Number(scaled)) / 1000;
}

/** Values around which functions are likely to switch methods. */
const EDGES = [
  1,
  2,
  0.5,
  1.5,
  0.25,
  1 + 2 ** -23,
  1 - 2 ** -24,
  2 ** -126,
  3,
  100,
  127.5,
  0.75,
  1e-5,
  255.75,
];

/** Whether to check a function's error at `x`. */
const DOMAINS: Readonly<Record<FunctionName, (x: number) => boolean>> = {
  exp: (x) => x > -126 && x < 127.99,
  log: (x) => x > 0,
  sin: (x) => Math.abs(x) < 2 ** 20,
  cos: (x) => Math.abs(x) < 2 ** 20,
  sqrt: (x) => x > 0,
  rcp: (x) => x !== 0 && Math.abs(x) < 2 ** 126,
  rsq: (x) => x > 0,
};

const NAMES = Object.keys(EXACT_FUNCTIONS) as FunctionName[];

const anySingle = fc.oneof(
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.float({ noNaN: true, min: -130, max: 130 }),
  fc.constantFrom(...EDGES),
  fc.constantFrom(...EDGES.map((x) => -x)),
);

function computeSingles(name: FunctionName, values: readonly number[]): number[] {
  const state = execute(`v_${name}_f32_e32 v1, v0`, (initial) =>
    setFloats(initial, 0, (lane) => values[lane % values.length]),
  );
  return getFloats(state, 1).slice(0, values.length);
}

describe('a 32-bit function is within one ULP of the exact value', () => {
  test.each(NAMES)('v_%s_f32', (name) => {
    const isInDomain = (x: number) => DOMAINS[name](x) && (x === 0 || Math.abs(x) >= 2 ** -126);
    fc.assert(
      fc.property(
        fc.array(anySingle.map(Math.fround).filter(isInDomain), { minLength: 1, maxLength: LANES }),
        (values) => {
          computeSingles(name, values).forEach((result, i) => {
            const expected = EXACT_FUNCTIONS[name](toDyadic(values[i]));
            expect(computeUlpError(result, expected, SINGLE), `${values[i]} gives ${result}`).toBeLessThan(1);
          });
        },
      ),
      { numRuns: RUNS, seed: 4 },
    );
  });
});

describe('a 16-bit function rounds to nearest', () => {
  test.each(NAMES)('v_%s_f16', (name) => {
    const bits = Array.from({ length: 1024 }, (_, i) => (i * 61 + 7) & 0xffff);
    const values = bits.filter((half) => {
      const x = getHalfValue(half);
      if (!Number.isFinite(x) || x === 0 || !DOMAINS[name](x)) return false;
      return name !== 'rcp' || Math.abs(x) > 2 ** -15.9;
    });
    const inRange = name === 'exp' ? values.filter((half) => Math.abs(getHalfValue(half)) < 15.9) : values;
    for (let i = 0; i < inRange.length; i += LANES) {
      const state = execute(`v_${name}_f16_e32 v1, v0`, (initial) =>
        setVector(initial, 0, (lane) => inRange[(i + lane) % inRange.length]),
      );
      getVector(state, 1).forEach((result, lane) => {
        const x = getHalfValue(inRange[(i + lane) % inRange.length]);
        const error = computeUlpError(getHalfValue(result), EXACT_FUNCTIONS[name](toDyadic(x)), HALF);
        expect(error, `${name} of ${x}`).toBeLessThanOrEqual(0.5);
      });
    }
  });
});

describe("the manuals' examples", () => {
  const [NAN, INF, NEGATIVE_INF] = [0xffc00000, 0x7f800000, 0xff800000];
  test.each([
    ['exp', NEGATIVE_INF, 0],
    ['exp', 0x80000000, 0x3f800000],
    ['exp', INF, INF],
    ['log', NEGATIVE_INF, NAN],
    ['log', 0xbf800000, NAN],
    ['log', 0x80000000, NEGATIVE_INF],
    ['log', 0, NEGATIVE_INF],
    ['log', 0x3f800000, 0],
    ['log', INF, INF],
    ['rcp', NEGATIVE_INF, 0x80000000],
    ['rcp', 0xc0000000, 0xbf000000],
    ['rcp', 0x80000000, NEGATIVE_INF],
    ['rcp', 0, INF],
    ['rcp', INF, 0],
    ['rsq', NEGATIVE_INF, NAN],
    ['rsq', 0x80000000, NEGATIVE_INF],
    ['rsq', 0x40800000, 0x3f000000],
    ['rsq', INF, 0],
    ['sqrt', NEGATIVE_INF, NAN],
    ['sqrt', 0x80000000, 0x80000000],
    ['sqrt', INF, INF],
    ['sin', NEGATIVE_INF, NAN],
    ['sin', 0xff7fffff, 0],
    ['sin', 0x80000000, 0x80000000],
    ['sin', 0x3e800000, 0x3f800000],
    ['cos', INF, NAN],
    ['cos', 0xff7fffff, 0x3f800000],
    ['cos', 0x3e800000, 0],
  ])('v_%s_f32 maps bits %i to bits %i', (name, source, expected) => {
    const state = execute(`v_${name}_f32_e32 v1, v0`, (initial) => setVector(initial, 0, () => source));
    expect(getVector(state, 1)[9] >>> 0).toBe(expected);
  });
});

describe('a 16-bit NaN', () => {
  const runHalf = (source: string, ...words: readonly number[]) => {
    const state = execute(`${source}\nv_and_b32 v3, 0xffff, v3`, (initial) => {
      for (const [register, word] of words.entries()) setVector(initial, register, () => word);
    });
    return getVector(state, 3)[0];
  };

  test.each(['log', 'sqrt', 'rsq'])(
    'is the negative default NaN for v_%s_f16 of a negative number',
    (name) => {
      expect(runHalf(`v_${name}_f16_e32 v3, v0`, 0xbc00)).toBe(0xfe00);
    },
  );

  test('has the sign and payload of the first NaN source, quieted', () => {
    expect(runHalf('v_add_f16_e32 v3, v0, v1', 0x3c00, 0xfd23)).toBe(0xff23);
    expect(runHalf('v_add_f16_e64 v3, -v0, v1', 0x7d01, 0xfd23)).toBe(0xff01);
    expect(runHalf('v_add_f16_e32 v3, v0, v1', 0x7c00, 0xfc00)).toBe(0x7e00);
    expect(runHalf('v_div_fixup_f16 v3, v0, v1, v2', 0x3c00, 0, 0)).toBe(0xfe00);
    expect(runHalf('v_div_fixup_f16 v3, v0, v1, v2', 0x7e01, 0x7e02, 0xfe03)).toBe(0xfe03);
  });

  test('keeps its sign and payload when converted to and from 32 bits', () => {
    expect(runHalf('v_cvt_f16_f32_e32 v3, v0', 0xffc46000)).toBe(0xfe23);
    const wide = execute('v_cvt_f32_f16_e32 v3, v0', (initial) => setVector(initial, 0, () => 0xfd23));
    expect(getVector(wide, 3)[0] >>> 0).toBe(0xffe46000);
  });
});

describe('32-bit denormal operands', () => {
  test.each([
    ['rcp', 0x00000001, 0x7f800000],
    ['rcp', 0x807fffff, 0xff800000],
    ['rcp', 0x7f7fffff, 0x00000000],
    ['sqrt', 0x007fffff, 0x00000000],
    ['rsq', 0x00400000, 0x7f800000],
    ['log', 0x00400000, 0xff800000],
    ['exp', 0xc3020000, 0x00000000],
  ])(
    'are flushed by v_%s_f32 even if MODE preserves them: bits %i become bits %i',
    (name, source, expected) => {
      const state = execute(`v_${name}_f32_e32 v1, v0`, (initial) => setVector(initial, 0, () => source));
      expect(getVector(state, 1)[0] >>> 0).toBe(expected);
    },
  );

  test('are accepted by v_sin_f32 if MODE preserves them', () => {
    const state = execute('v_sin_f32_e32 v1, v0', (initial) => setVector(initial, 0, () => 0x00100000));
    expect(getFloats(state, 1)[0]).toBe(Math.fround(2 * Math.PI * 2 ** -129));
  });
});
