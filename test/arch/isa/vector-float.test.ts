import { UnsupportedOperation } from '../../../arch/index.js';
import {
  DRIVER_MODE,
  execute,
  executeWords,
  formatHex,
  getVector,
  KEEP_DENORMALS,
  setVector,
} from '../support/machine.js';

/** Runs an instruction with the given words in v0, v1, …, and returns v3 in hexadecimal. */
function runLane(
  source: string,
  words: readonly number[],
  mode = KEEP_DENORMALS,
  gfx: 'gfx9' | 'gfx10.3' = 'gfx10.3',
) {
  return formatHex(getVector(executeWords(source, words, gfx, mode), 3)[0]);
}

test('an unfused multiply-add rounds twice', () => {
  const [a, c] = [0x3f800001, 0xbf800002];
  expect(runLane('v_mac_f32_e32 v3, v0, v1', [a, a, 0, c], KEEP_DENORMALS, 'gfx9')).toBe('00000000');
  expect(runLane('v_fmac_f32_e32 v3, v0, v1', [a, a, 0, c])).toBe('28800000');
});

describe('denormals', () => {
  test('are preserved or flushed to a zero of the same sign, according to MODE', () => {
    expect(runLane('v_add_f32_e32 v3, v0, v1', [0x80000001, 0x80000000])).toBe('80000001');
    expect(runLane('v_add_f32_e32 v3, v0, v1', [0x80000001, 0x80000000], DRIVER_MODE)).toBe('80000000');
    expect(runLane('v_mul_f32_e32 v3, v0, v1', [0x00800000, 0x3f000000], DRIVER_MODE)).toBe('00000000');
    expect(runLane('v_mul_f32_e32 v3, v0, v1', [0x007fffff, 0x7f000000], DRIVER_MODE)).toBe('00000000');
  });

  test('pass through moves and selects', () => {
    expect(runLane('v_mov_b32_e32 v3, v0', [0x00000001], DRIVER_MODE)).toBe('00000001');
    expect(runLane('v_cndmask_b32_e32 v3, v0, v0, vcc_lo', [0x00000001], DRIVER_MODE)).toBe('00000001');
  });
});

describe('float modes that are not modelled', () => {
  test('are rejected', () => {
    const add = 'v_add_f32_e32 v3, v0, v1';
    expect(() => runLane(add, [0, 0], KEEP_DENORMALS | 1)).toThrow(UnsupportedOperation);
    expect(() => runLane(add, [0, 0], 0xd0)).toThrow(UnsupportedOperation);
    expect(() => runLane('v_add_f16_e32 v3, v0, v1', [0, 0], 0x30)).toThrow(UnsupportedOperation);
    // Bit 9 is IEEE mode, in which v_min_f32 of a signalling NaN and 1 returns the quieted NaN.
    expect(() => runLane('v_min_f32_e32 v3, v0, v1', [0x7f800001, 0x3f800000], 0x2f0)).toThrow(
      'float mode 0x2f0',
    );
    expect(() => runLane('v_min_f16_e32 v3, v0, v1', [0x7c01, 0x3c00], 0x2f0)).toThrow(UnsupportedOperation);
    expect(runLane('v_add_nc_u32_e32 v3, v0, v1', [1, 2], 1)).toBe('00000003');
  });
});

describe('a NaN result', () => {
  test('is the first NaN source, quieted, with its payload', () => {
    expect(runLane('v_add_f32_e32 v3, v0, v1', [0x7f800001, 0xffc12345])).toBe('7fc00001');
    expect(runLane('v_add_f32_e32 v3, v0, v1', [0x3f800000, 0xffc12345])).toBe('ffc12345');
    expect(runLane('v_mul_f32_e64 v3, -v0, v1', [0x7fc00007, 0x3f800000])).toBe('ffc00007');
  });

  test('is the default NaN for an invalid operation', () => {
    expect(runLane('v_add_f32_e32 v3, v0, v1', [0x7f800000, 0xff800000])).toBe('7fc00000');
  });

  test('is unchanged by a move', () => {
    expect(runLane('v_mov_b32_e32 v3, v0', [0x7f812345])).toBe('7f812345');
  });

  test('is returned by min and max only if both sources are NaN', () => {
    expect(runLane('v_max_f32_e32 v3, v0, v1', [0x7fc00000, 0x3f800000])).toBe('3f800000');
    expect(runLane('v_min_f32_e32 v3, v0, v1', [0x80000000, 0x00000000])).toBe('80000000');
  });
});

test('v_med3_f32 returns the larger of the two values other than the maximum and treats zeros as equal', () => {
  const [minusOne, zero, minusZero, two] = [0xbf800000, 0, 0x80000000, 0x40000000];
  expect(runLane('v_med3_f32 v3, v0, v1, v2', [two, minusOne, minusZero])).toBe('80000000');
  // max3 is +0, which equals S1, so the result is max(S0, S2).
  expect(runLane('v_med3_f32 v3, v0, v1, v2', [minusOne, minusZero, zero])).toBe('00000000');
  expect(runLane('v_med3_f32 v3, v0, v1, v2', [minusOne, zero, minusZero])).toBe('80000000');
});

test('omod has no effect if denormals are preserved, except on v_exp_f32, which always flushes them', () => {
  expect(runLane('v_add_f32_e64 v3, v0, v1 mul:4', [0x3f800000, 0x40000000])).toBe('40400000');
  expect(runLane('v_add_f16_e64 v3, v0, v1 mul:4', [0x3c00, 0x4000])).toBe('00004200');
  expect(runLane('v_exp_f32_e64 v3, v0 mul:4', [0x3f800000, 0])).toBe('41000000');
});

describe('conversions', () => {
  test('truncate and saturate floats to integers', () => {
    expect(runLane('v_cvt_u32_f32_e32 v3, v0', [0x4f800000])).toBe('ffffffff');
    expect(runLane('v_cvt_u32_f32_e32 v3, v0', [0xbf800000])).toBe('00000000');
    expect(runLane('v_cvt_i32_f32_e32 v3, v0', [0xcf800000])).toBe('80000000');
    expect(runLane('v_cvt_i32_f32_e32 v3, v0', [0xbfffffff])).toBe('ffffffff');
    expect(runLane('v_cvt_i32_f32_e32 v3, v0', [0x7fc00000])).toBe('00000000');
  });

  test('round integers to the nearest float, with ties to even', () => {
    expect(runLane('v_cvt_f32_u32_e32 v3, v0', [0xffffffff])).toBe('4f800000');
    expect(runLane('v_cvt_f32_u32_e32 v3, v0', [0x01000001])).toBe('4b800000');
    expect(runLane('v_cvt_f32_u32_e32 v3, v0', [0x01000003])).toBe('4b800002');
    expect(runLane('v_cvt_f32_ubyte3_e32 v3, v0', [0x80000000])).toBe('43000000');
  });

  test('write only the selected byte of a packed result', () => {
    expect(runLane('v_cvt_pk_u8_f32 v3, v0, 2, v1', [0x43000000, 0x11223344])).toBe('11803344');
    expect(runLane('v_cvt_pk_u8_f32 v3, v0, 0, v1', [0x7f800000, 0x11223344])).toBe('112233ff');
  });
});

describe('float functions', () => {
  test('rndne rounds ties to even and preserves the sign of zero', () => {
    expect(runLane('v_rndne_f32_e32 v3, v0', [0x3f000000])).toBe('00000000');
    expect(runLane('v_rndne_f32_e32 v3, v0', [0x3fc00000])).toBe('40000000');
    expect(runLane('v_rndne_f32_e32 v3, v0', [0xbe800000])).toBe('80000000');
    expect(runLane('v_rndne_f32_e32 v3, v0', [0x4b000001])).toBe('4b000001');
  });

  test('fract stays below one', () => {
    expect(runLane('v_fract_f32_e32 v3, v0', [0xb3000000])).toBe('3f7fffff');
    expect(runLane('v_fract_f32_e32 v3, v0', [0x40a00000])).toBe('00000000');
  });

  test('the reciprocal is the nearest float', () => {
    expect(runLane('v_rcp_f32_e32 v3, v0', [0x40400000])).toBe('3eaaaaab');
    expect(runLane('v_rcp_f32_e32 v3, v0', [0x80000000])).toBe('ff800000');
  });

  test('v_cmp_class recognises every class', () => {
    const classes = [
      0x7f800001, 0x7fc00000, 0xff800000, 0xbf800000, 0x80000001, 0x80000000, 0, 1, 0x3f800000, 0x7f800000,
    ];
    const state = execute('v_cmp_class_f32_e64 s4, v0, v1', (initial) => {
      setVector(initial, 0, (lane) => classes[lane % 10]);
      setVector(initial, 1, (lane) => 1 << (lane % 10));
    });
    expect(state.s[4]).toBe(-1);
  });

  test('sign modifiers apply to the classified value, even if it has 64 bits', () => {
    const classify = (source: string) =>
      execute(source, (initial) => {
        setVector(initial, 1, () => 0xbff00000);
        setVector(initial, 2, () => 0x100);
      }).s[4];
    expect(classify('v_cmp_class_f64_e64 s4, v[0:1], v2')).toBe(0);
    expect(classify('v_cmp_class_f64_e64 s4, -v[0:1], v2')).toBe(-1);
    expect(classify('v_cmp_class_f64_e64 s4, |v[0:1]|, v2')).toBe(-1);
  });
});

describe('multiply-adds', () => {
  /** 2^-127, which is half the smallest normal float. */
  const denormal = 0x00400000;

  test('flush denormals if unfused, even if MODE preserves them, as LLVM documents for v_mad_f32', () => {
    const words = [denormal, 0x40000000, 0, 0];
    expect(runLane('v_mad_f32 v3, v0, v1, v2', words, KEEP_DENORMALS, 'gfx9')).toBe('00000000');
    expect(runLane('v_mad_legacy_f32 v3, v0, v1, v2', words, KEEP_DENORMALS, 'gfx9')).toBe('00000000');
    expect(runLane('v_mac_f32_e32 v3, v0, v1', words, KEEP_DENORMALS, 'gfx9')).toBe('00000000');
    expect(runLane('v_madak_f32 v3, v0, v1, 0x0', words, KEEP_DENORMALS, 'gfx9')).toBe('00000000');
    expect(runLane('v_madmk_f32 v3, v0, 0x40000000, v2', words, KEEP_DENORMALS, 'gfx9')).toBe('00000000');
  });

  test('preserve denormals if fused', () => {
    expect(runLane('v_fma_f32 v3, v0, v1, v2', [denormal, 0x40000000, 0, 0])).toBe('00800000');
    expect(runLane('v_fmac_f32_e32 v3, v0, v1', [denormal, 0x40000000, 0, 0])).toBe('00800000');
  });
});
