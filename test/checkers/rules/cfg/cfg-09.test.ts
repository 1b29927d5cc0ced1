import { expect, test } from 'vitest';
import { judgeRegisters } from '../../support/registers.js';

/** Checks the registers of a draw with `samples` samples and a depth buffer with 2^`log2Depth` samples per pixel. */
function checkSampleCounts(samples: 1 | 4 | 16, log2Depth: number) {
  const log2 = Math.log2(samples);
  const registers = { PA_SC_AA_CONFIG: (log2 << 20) | log2, DB_Z_INFO: log2Depth << 2 };
  return judgeRegisters('navi31', registers, { samples });
}

test('fires if there are fewer depth samples than exposed samples', () => {
  expect(checkSampleCounts(4, 1).fired).toEqual(['CFG-09']);
  expect(checkSampleCounts(16, 2).fired).toEqual(['CFG-09']);
});

test('does not fire if there are at least as many depth samples, up to the maximum', () => {
  expect(checkSampleCounts(4, 2).fired).toEqual([]);
  expect(checkSampleCounts(1, 3).fired).toEqual([]);
  expect(checkSampleCounts(16, 3).fired).toEqual([]);
});

test('the rule is reported as unchecked if the number of depth samples is missing', () => {
  const { fired, missing } = judgeRegisters('navi31', { DB_Z_INFO: undefined });
  expect(fired).toEqual([]);
  expect(missing).toEqual({ 'CFG-09': 'DB_Z_INFO of draw 0' });
});
