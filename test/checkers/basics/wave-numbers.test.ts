import { expect, test } from 'vitest';
import { WaveNumbers } from '../../../checkers/basics/wave-numbers.js';

/** What is known of the waves of a trace that told of these, where the first has number 100. */
function told(
  ...waves: readonly number[]
): [any: boolean, hasGaps: boolean, firstMissing: number | undefined] {
  const numbers = new WaveNumbers(100);
  for (const wave of waves) numbers.note(wave);
  return [numbers.any, numbers.hasGaps, numbers.firstMissing];
}

test('knows that no one came, which is no gap', () => {
  expect(told()).toEqual([false, false, undefined]);
});

test('finds no gap in waves that count on from the first one, in whatever order and however often they are told', () => {
  expect(told(100)).toEqual([true, false, undefined]);
  expect(told(102, 100, 101, 100)).toEqual([true, false, undefined]);
});

test('names the lowest wave that is missing, ahead of all others or between them', () => {
  expect(told(101)).toEqual([true, true, 100]);
  expect(told(100, 103, 101, 105)).toEqual([true, true, 102]);
});
