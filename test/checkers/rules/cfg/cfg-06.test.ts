import { flipBits, judgeRegisters } from '../../support/registers.js';

describe.each([
  ['CFG-06', 'navi10', 20],
  ['CFG-08', 'navi31', 26],
] as const)('%s on %s', (rule, chip, shift) => {
  /** Returns the rules that fire for a draw with 4 samples and a tracking granularity of 2^`log2` samples. */
  function listFiredRules(interlock: 'pixel-ordered' | 'sample-ordered', log2: number): readonly string[] {
    const registers = {
      ...flipBits(chip, 'DB_SHADER_CONTROL', log2 << shift),
      PA_SC_AA_CONFIG: 0x200002,
      DB_Z_INFO: 8,
    };
    return judgeRegisters(chip, registers, { interlock, samples: 4 }).fired;
  }

  test('fires if a pixel interlock is tracked per sample, or a sample interlock more coarsely than per pixel', () => {
    expect(listFiredRules('pixel-ordered', 1)).toEqual([rule]);
    expect(listFiredRules('sample-ordered', 3)).toEqual([rule]);
  });

  test('accepts a pixel interlock tracked per pixel, and a sample interlock tracked per pixel or more finely', () => {
    expect(listFiredRules('pixel-ordered', 0)).toEqual([]);
    for (const log2 of [0, 1, 2]) expect(listFiredRules('sample-ordered', log2), `${log2}`).toEqual([]);
  });
});
