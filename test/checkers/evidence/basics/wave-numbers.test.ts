import { expect, test } from 'vitest';
import { WaveNumbers } from '../../../../checkers/evidence/basics/wave-numbers.js';

/** Returns the gaps after recording these waves of a trace that starts with wave 100. */
function gapsOf(
  ...waves: readonly number[]
): [hasAny: boolean, hasGaps: boolean, firstMissing: number | undefined] {
  const numbers = new WaveNumbers(100);
  for (const wave of waves) numbers.note(wave);
  return [numbers.hasAny, numbers.hasGaps, numbers.firstMissing];
}

test('a trace without waves has no gap', () => {
  expect(gapsOf()).toEqual([false, false, undefined]);
});

test('consecutive numbers have no gap, in any order and with repeats', () => {
  expect(gapsOf(100)).toEqual([true, false, undefined]);
  expect(gapsOf(102, 100, 101, 100)).toEqual([true, false, undefined]);
});

test('the first missing wave is the lowest missing number, at the start or in between', () => {
  expect(gapsOf(101)).toEqual([true, true, 100]);
  expect(gapsOf(100, 103, 101, 105)).toEqual([true, true, 102]);
});
