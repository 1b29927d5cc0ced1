import { expect, test } from 'vitest';
import { WaveNumbers } from '../../../../checkers/evidence/basics/wave-numbers.js';

/** The record of these waves in a trace starting with wave 100. */
function gapsOf(
  ...waves: readonly number[]
): [hasAny: boolean, hasGaps: boolean, firstMissing: number | undefined] {
  const numbers = new WaveNumbers(100);
  for (const wave of waves) numbers.note(wave);
  return [numbers.hasAny, numbers.hasGaps, numbers.firstMissing];
}

test('there is no gap in a trace without waves', () => {
  expect(gapsOf()).toEqual([false, false, undefined]);
});

test('there is no gap in consecutive numbers, in any order and with repeats', () => {
  expect(gapsOf(100)).toEqual([true, false, undefined]);
  expect(gapsOf(102, 100, 101, 100)).toEqual([true, false, undefined]);
});

test('the first missing wave is the lowest one, before all others or between them', () => {
  expect(gapsOf(101)).toEqual([true, true, 100]);
  expect(gapsOf(100, 103, 101, 105)).toEqual([true, true, 102]);
});
