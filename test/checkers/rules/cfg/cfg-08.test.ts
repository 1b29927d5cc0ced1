import { expect, test } from 'vitest';
import { flipped, judgeRegisters } from '../../support/registers.js';

/** Returns the rules that fire for a draw with 4 samples and a tracking granularity of 2^`log2` samples. */
function rulesFor(interlock: 'pixel-ordered' | 'sample-ordered', log2: number): readonly string[] {
  const registers = {
    ...flipped('navi31', 'DB_SHADER_CONTROL', log2 << 26),
    PA_SC_AA_CONFIG: 0x200002,
    DB_Z_INFO: 8,
  };
  return judgeRegisters('navi31', registers, { interlock, samples: 4 }).fired;
}

test('fires if a pixel interlock is tracked per sample, or a sample interlock tracks more samples than there are', () => {
  expect(rulesFor('pixel-ordered', 1)).toEqual(['CFG-08']);
  expect(rulesFor('sample-ordered', 3)).toEqual(['CFG-08']);
});

test('is silent if a pixel interlock is tracked per pixel, or a sample interlock tracks at most all samples', () => {
  expect(rulesFor('pixel-ordered', 0)).toEqual([]);
  for (const log2 of [0, 1, 2]) expect(rulesFor('sample-ordered', log2), `${log2}`).toEqual([]);
});
