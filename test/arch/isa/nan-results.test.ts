import type { Gfx } from '../../../arch/index.js';
import { executeWords, formatHex, getVector } from '../support/machine.js';

/** Runs an instruction with the given words in v0, v1, … and returns lane 0's v9 and v8. */
function runLane(source: string, words: readonly number[], gfx: Gfx = 'gfx10.3'): string {
  const state = executeWords(source, words, gfx);
  return `${formatHex(getVector(state, 9)[0])} ${formatHex(getVector(state, 8)[0])}`;
}

describe('a NaN result', () => {
  test.each([
    ['v_add_f64 v[8:9], v[0:1], v[2:3]', [0x33a5fa5e, 0x7ff10c18, 0, 0x3ff00000], '7ff90c18 33a5fa5e'],
    ['v_mul_f64 v[8:9], v[0:1], -v[2:3]', [0, 0x3ff00000, 5, 0x7ff80000], 'fff80000 00000005'],
    ['v_fma_f64 v[8:9], v[0:1], v[0:1], |v[2:3]|', [0, 0x3ff00000, 5, 0xfff80000], '7ff80000 00000005'],
    ['v_trunc_f64 v[8:9], v[0:1]', [1, 0xfff00000], 'fff80000 00000001'],
    ['v_cvt_f64_f32 v[8:9], v0', [0xffd22678], 'fffa44cf 00000000'],
    ['v_cvt_f32_f64 v8, v[0:1]', [0x9fd57b72, 0x7ff3d42d], '00000000 7fdea16c'],
    ['v_pk_add_f16 v8, v0, v1', [0x7d013c00, 0x3c00fe85], '00000000 7f01fe85'],
    ['v_pk_fma_f16 v8, v0, v1, v2', [0, 0, 0xfca17e01], '00000000 fea17e01'],
    ['v_div_fixup_f64 v[8:9], v[0:1], v[2:3], v[2:3]', [0, 0x3ff00000, 0, 0], 'fff80000 00000000'],
  ] as const)(
    "is an operand's quieted NaN, or the negative default for 0/0: %s",
    (source, words, expected) => {
      expect(runLane(source, words)).toBe(expected);
    },
  );

  test('is the positive default NaN for other invalid operations', () => {
    expect(runLane('v_add_f64 v[8:9], v[0:1], -v[0:1]', [0, 0x7ff00000])).toBe('7ff80000 00000000');
    expect(runLane('v_pk_mul_f16 v8, v0, v1', [0x7c007c00, 0x00003c00])).toBe('00000000 7e007c00');
    expect(runLane('v_interp_p10_f32 v8, v0, v0, v0', [0xffd22678], 'gfx11')).toBe('00000000 7fc00000');
  });
});
