import { execute, getFloats, getVector, setFloats, setVector } from '../support/machine.js';

/** Bit patterns of the 16-bit floats used here, by value. */
const HALF_BITS: Readonly<Record<number, number>> = {
  1: 0x3c00,
  2: 0x4000,
  3: 0x4200,
  '-1': 0xbc00,
  0.5: 0x3800,
  2048: 0x6800,
};

function packHalves(low: number, high: number): number {
  return HALF_BITS[low] | (HALF_BITS[high] << 16);
}

describe('dot products with a 32-bit sum', () => {
  test('round after each addition of halves, from left to right', () => {
    const run = (a: number, b: number, c: number) =>
      getFloats(
        execute('v_dot2_f32_f16 v3, v0, v1, v2', (initial) => {
          setVector(initial, 0, () => a);
          setVector(initial, 1, () => b);
          setFloats(initial, 2, () => c);
        }),
        3,
      )[0];
    expect(run(packHalves(2, 3), packHalves(3, 0.5), 10)).toBe(2 * 3 + 3 * 0.5 + 10);
    // 2^22 - 2^22 comes first, then + 2^-30. Another order would lose the last term.
    expect(run(packHalves(2048, 2048), packHalves(2048, 2048), 2 ** -30)).toBe(2 ** 23);
    expect(run(packHalves(2048, 2048), 0x6800 | (0xe800 << 16), 2 ** -30)).toBe(2 ** -30);
  });

  test.each([
    ['gfx10.3', 'v_dot2c_f32_f16'],
    ['gfx11', 'v_dot2acc_f32_f16'],
  ] as const)('accumulate into the destination on %s', (gfx, name) => {
    const state = execute(
      `${name} v2, v0, v1\n${name} v2, 2.0, v1`,
      (initial) => {
        setVector(initial, 0, () => packHalves(1, 2));
        setVector(initial, 1, () => packHalves(3, -1));
        setFloats(initial, 2, () => 100);
      },
      gfx,
    );
    // A constant only fills the low half: 100 + 3 - 2 + 2·3.
    expect(getFloats(state, 2)[7]).toBe(107);
  });

  test('treat each bfloat16 as the upper half of a float', () => {
    const packBfloats = (low: number, high: number) => {
      const words = new Int32Array(Float32Array.of(low, high).buffer);
      return (words[0] >>> 16) | (words[1] & 0xffff0000);
    };
    const state = execute(
      'v_dot2_f32_bf16 v3, v0, v1, v2',
      (initial) => {
        setVector(initial, 0, () => packBfloats(2 ** 100, 3));
        setVector(initial, 1, () => packBfloats(2 ** -98, -0.5));
        setFloats(initial, 2, () => 0.25);
      },
      'gfx11',
    );
    expect(getFloats(state, 3)[0]).toBe(4 - 1.5 + 0.25);
  });

  test.each([
    ['', 255 * 2 + 254 * 3],
    [' neg_lo:[1,0,0]', -1 * 2 - 2 * 3],
    [' neg_lo:[0,1,0]', 255 * 2 + 254 * 3],
    [' neg_lo:[1,1,0]', -1 * 2 - 2 * 3],
  ])('take the signedness of bytes from neg_lo on GFX11: v_dot4_i32_iu8%s', (signs, expected) => {
    const state = execute(
      `v_dot4_i32_iu8 v3, v0, v1, 7${signs}`,
      (initial) => {
        setVector(initial, 0, () => 0xfeff);
        setVector(initial, 1, () => 0x0302);
      },
      'gfx11',
    );
    expect(getVector(state, 3)[0]).toBe(expected + 7);
  });

  test('saturate integer sums with clamp', () => {
    const run = (clamp: string) =>
      getVector(
        execute(`v_dot4_u32_u8 v3, v0, v0, -1${clamp}`, (initial) => setVector(initial, 0, () => 1)),
        3,
      )[0];
    expect([run(''), run(' clamp')]).toEqual([0, -1]);
  });
});

describe('v_pk_fmac_f16', () => {
  test.each([
    ['gfx10.3', 1],
    ['gfx11', 1 + 2 * -1],
  ] as const)('multiply-adds each half on %s (a constant fills the low half or both)', (gfx, high) => {
    const state = execute(
      'v_pk_fmac_f16 v2, v0, v1\nv_pk_fmac_f16 v3, 2.0, v1',
      (initial) => {
        setVector(initial, 0, () => packHalves(2, 0.5));
        setVector(initial, 1, () => packHalves(3, -1));
        setVector(initial, 2, () => packHalves(1, 0.5));
        setVector(initial, 3, () => packHalves(1, 1));
      },
      gfx,
    );
    // 1 + 2·3 = 7 and 0.5 - 0.5 = 0. With the constant, the halves are 1 + 2·3, and 1 or 1 - 2.
    expect(getVector(state, 2)[0]).toBe(0x4700);
    expect(getVector(state, 3)[0] >>> 0).toBe((0x4700 | (HALF_BITS[high] << 16)) >>> 0);
  });
});

describe('sums of absolute differences at four offsets', () => {
  test.each(['v_qsad_pk_u16_u8', 'v_mqsad_pk_u16_u8'])('%s adds to four 16-bit lanes', (name) => {
    const bytes = [9, 7, 200, 4, 50, 6, 3, 255];
    const reference = [1, 0, 30, 250];
    const word = (start: number) =>
      bytes.slice(start, start + 4).reduce((sum, b, i) => sum | (b << (8 * i)), 0);
    const state = execute(`${name} v[4:5], v[0:1], v2, v[6:7]`, (initial) => {
      setVector(initial, 0, () => word(0));
      setVector(initial, 1, () => word(4));
      setVector(initial, 2, () => reference.reduce((sum, b, i) => sum | (b << (8 * i)), 0));
      setVector(initial, 6, () => 0xffff0001 | 0);
      setVector(initial, 7, () => 0x00030002);
    });
    const expected = [1, 0xffff, 2, 3].map((old, offset) => {
      const sum = reference.reduce((total, b, i) => {
        const isSkipped = name.startsWith('v_mqsad') && b === 0;
        return total + (isSkipped ? 0 : Math.abs(bytes[offset + i] - b));
      }, old);
      return sum & 0xffff;
    });
    const [low, high] = [getVector(state, 4)[3], getVector(state, 5)[3]];
    expect([low & 0xffff, low >>> 16, high & 0xffff, high >>> 16]).toEqual(expected);
  });
});

describe('v_mullit_f32 and v_cndmask_b16', () => {
  const LOWEST = -(2 - 2 ** -23) * 2 ** 127;

  test.each([
    [2, 3, 1, 6],
    [0, Infinity, 1, 0],
    [2, 3, 0, LOWEST],
    [2, 3, Number.NaN, LOWEST],
    [2, Number.NaN, 1, LOWEST],
    [2, -Infinity, 1, LOWEST],
    [2, LOWEST, 1, LOWEST],
  ])('v_mullit_f32 of %d, %d and %d is %d', (a, b, c, expected) => {
    const state = execute('v_mullit_f32 v3, v0, v1, v2', (initial) => {
      for (const [register, value] of [a, b, c].entries()) setFloats(initial, register, () => value);
    });
    expect(getFloats(state, 3)[0]).toBe(expected);
  });

  test('v_cndmask_b16 selects 16 bits by the lane mask and keeps the upper half', () => {
    const state = execute(
      'v_cndmask_b16 v3, v0, v1, s4',
      (initial) => {
        initial.s[4] = 0b10;
        setVector(initial, 0, () => 0x11111111);
        setVector(initial, 1, () => 0x22222222);
        setVector(initial, 3, () => 0x33333333);
      },
      'gfx11',
    );
    expect(getVector(state, 3).slice(0, 2)).toEqual([0x33331111, 0x33332222]);
  });
});
