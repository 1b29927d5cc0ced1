import { type Gfx, SCALAR } from '../../../arch/index.js';
import { execute, executeWords, formatHex, getVector, setVector } from '../support/machine.js';

/** Runs a program with the given words in v0, v1, … and returns lane 0's v3 as hexadecimal. */
const runLane = (source: string, words: readonly number[], gfx?: Gfx): string =>
  formatHex(getVector(executeWords(source, words, gfx), 3)[0]);

describe('16-bit operations', () => {
  test('preserve the upper half of the destination on GFX10 and later, and clear it on GFX9', () => {
    const words = [0x3c00, 0x4000, 0, 0xabcd0000];
    expect(runLane('v_add_f16_e32 v3, v0, v1', words)).toBe('abcd4200');
    expect(runLane('v_add_f16_e32 v3, v0, v1', words, 'gfx9')).toBe('00004200');
  });

  test('saturate or wrap depending on the instruction', () => {
    expect(runLane('v_cvt_u16_f16_e32 v3, v0', [0xc000, 0, 0, 0])).toBe('00000000');
    expect(runLane('v_cvt_i16_f16_e32 v3, v0', [0x7bff, 0, 0, 0])).toBe('00007fff');
    expect(runLane('v_add_nc_u16 v3, v0, v1', [0xffff, 2, 0, 0])).toBe('00000001');
    expect(runLane('v_ashrrev_i16 v3, v0, v1', [4, 0x8000, 0, 0])).toBe('0000f800');
  });

  test('convert two numbers at a time to normalised integers', () => {
    // 0.5 * 32767 = 16383.5 and 0.5 * 65535 = 32767.5 round to the even neighbour.
    expect(runLane('v_cvt_pknorm_i16_f16 v3, v0, v1', [0x3800, 0xbc00])).toBe('80014000');
    expect(runLane('v_cvt_pknorm_u16_f16 v3, v0, v1', [0x3800, 0xbc00])).toBe('00008000');
    expect(runLane('v_cvt_pknorm_u16_f16 v3, v0, -v1 op_sel:[1,0,0]', [0x7e004000, 0xc000])).toBe('ffff0000');
  });
});

describe('packed operations', () => {
  test('work on both halves', () => {
    expect(runLane('v_pk_add_u16 v3, v0, v1', [0x0001ffff, 0x00020002])).toBe('00030001');
    expect(runLane('v_pk_max_i16 v3, v0, v1', [0x8000_0001, 0x00010000])).toBe('00010001');
  });
});

describe('64-bit operations', () => {
  /** Runs an instruction with doubles in v[0:1] and v[4:5], and returns v[8:9] as a double. */
  const runDouble = (source: string, a: number, b = 0) => {
    const words = new Int32Array(new Float64Array([a, b]).buffer);
    const state = executeWords(source, [words[0], words[1], 0, 0, words[2], words[3]]);
    return new Float64Array(Int32Array.of(getVector(state, 8)[7], getVector(state, 9)[7]).buffer)[0];
  };

  test('match double arithmetic', () => {
    expect(runDouble('v_add_f64 v[8:9], v[0:1], v[4:5]', 0.1, 0.2)).toBe(0.1 + 0.2);
    expect(runDouble('v_mul_f64 v[8:9], -v[0:1], v[4:5]', 3, 7)).toBe(-21);
    expect(runDouble('v_ldexp_f64 v[8:9], v[0:1], 3', 1.5)).toBe(12);
    expect(runDouble('v_fract_f64_e32 v[8:9], v[0:1]', -0.25)).toBe(0.75);
  });

  test('do not overflow before the addition if fused', () => {
    const fusedMultiplyAdd = (a: number, b: number, c: number) => {
      const words = new Int32Array(new Float64Array([a, b, c]).buffer);
      const state = executeWords('v_fma_f64 v[8:9], v[0:1], v[2:3], v[4:5]', [...words]);
      return new Float64Array(Int32Array.of(getVector(state, 8)[0], getVector(state, 9)[0]).buffer)[0];
    };
    expect(fusedMultiplyAdd(1e308, -10, Infinity)).toBe(Infinity);
    expect(fusedMultiplyAdd(1e308, 10, -Infinity)).toBe(-Infinity);
    expect(fusedMultiplyAdd(1e308, 10, 1)).toBe(Infinity);
    expect(fusedMultiplyAdd(Infinity, 1, -Infinity)).toBeNaN();
  });

  test('convert to and from 32-bit integers with saturation', () => {
    expect(runDouble('v_cvt_f64_i32_e32 v[8:9], v0', 0)).toBe(0);
    const words = new Int32Array(new Float64Array([-3e9]).buffer);
    expect(runLane('v_cvt_i32_f64_e32 v3, v[0:1]', [words[0], words[1]])).toBe('80000000');
  });

  test('round to nearest even up to the point where every double is an integer', () => {
    expect(runDouble('v_rndne_f64_e32 v[8:9], v[0:1]', 2 ** 51 + 0.5)).toBe(2 ** 51);
    expect(runDouble('v_rndne_f64_e32 v[8:9], v[0:1]', -(2 ** 51) - 1.5)).toBe(-(2 ** 51) - 2);
    expect(runDouble('v_rndne_f64_e32 v[8:9], v[0:1]', 2 ** 52 - 0.5)).toBe(2 ** 52);
    expect(runDouble('v_rndne_f64_e32 v[8:9], v[0:1]', -0.5)).toBe(-0);
  });

  test('multiply-add in 64 bits with a carry', () => {
    const state = execute('v_mad_u64_u32 v[4:5], vcc_lo, v0, v1, v[2:3]', (initial) => {
      setVector(initial, 0, () => -1);
      setVector(initial, 1, () => -1);
      setVector(initial, 2, () => 2);
      setVector(initial, 3, (lane) => (lane === 0 ? 0 : -1));
    });
    const product = 0xffffffffn * 0xffffffffn + 2n;
    expect([formatHex(getVector(state, 4)[0]), formatHex(getVector(state, 5)[0])]).toEqual([
      formatHex(Number(product & 0xffffffffn)),
      formatHex(Number(product >> 32n)),
    ]);
    expect(state.s[SCALAR.VCC_LO]).toBe(~1);
  });
});

describe('byte-wise operations', () => {
  test('a permutation selects bytes, signs, zeros and ones', () => {
    expect(runLane('v_perm_b32 v3, v0, v1, v2', [0x80112233, 0x44556677, 0x0b0d0c04])).toBe('ffff0033');
  });

  test('sad adds absolute differences to the third source, and lerp averages bytes', () => {
    expect(runLane('v_sad_u8 v3, v0, v1, v2', [0x01020304, 0x04030201, 100])).toBe('0000006c');
    expect(runLane('v_lerp_u8 v3, v0, v1, v2', [0x01ff0002, 0x02ff0001, 0x00000001])).toBe('01ff0002');
  });
});

describe('cube maps', () => {
  test('map a direction to a face and coordinates', () => {
    const floats = new Int32Array(new Float32Array([1, 2, -3]).buffer);
    const words = [floats[0], floats[1], floats[2]];
    expect(runLane('v_cubeid_f32 v3, v0, v1, v2', words)).toBe('40a00000');
    expect(runLane('v_cubema_f32 v3, v0, v1, v2', words)).toBe('c0c00000');
    expect(runLane('v_cubesc_f32 v3, v0, v1, v2', words)).toBe('bf800000');
    expect(runLane('v_cubetc_f32 v3, v0, v1, v2', words)).toBe('c0000000');
  });
});
