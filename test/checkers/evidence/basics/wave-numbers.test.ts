import { WaveNumbers } from '../../../../checkers/evidence/basics/wave-numbers.js';

/** Records waves of a trace that starts at wave 100, and returns what is known about its gaps. */
function findGaps(
  ...waves: readonly number[]
): [hasAny: boolean, hasGaps: boolean, firstMissing: number | undefined] {
  const numbers = new WaveNumbers(100);
  for (const wave of waves) numbers.record(wave);
  return [numbers.hasAny, numbers.hasGaps, numbers.firstMissing];
}

test('a trace with no waves has no gaps', () => {
  expect(findGaps()).toEqual([false, false, undefined]);
});

test('consecutive numbers have no gaps, even if out of order or repeated', () => {
  expect(findGaps(100)).toEqual([true, false, undefined]);
  expect(findGaps(102, 100, 101, 100)).toEqual([true, false, undefined]);
});

test('the first missing wave is the lowest missing number, at the start or in the middle', () => {
  expect(findGaps(101)).toEqual([true, true, 100]);
  expect(findGaps(100, 103, 101, 105)).toEqual([true, true, 102]);
});
