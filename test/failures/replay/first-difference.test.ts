import { findFirstDifference } from '../../../failures/replay/first-difference.js';

const trace = (...polls: readonly (readonly [cycle: number, wave: number])[]) =>
  polls.map(([cycle, wave]) => ({ cycle, line: JSON.stringify({ kind: 'slept', cycle, wave }) }));

it('finds the first event of each run that the other lacks, in any order within the stream', () => {
  expect(findFirstDifference(trace([1, 0], [1, 1], [2, 0]), trace([1, 1], [1, 0], [2, 0]))).toBeUndefined();
  expect(findFirstDifference(trace([1, 0], [3, 0], [9, 0]), trace([1, 0], [4, 0], [9, 0]))).toEqual({
    cycle: 3,
    here: 'cycle 3: slept wave 0',
    there: 'cycle 4: slept wave 0',
  });
});

it('counts repeated events', () => {
  expect(findFirstDifference(trace([5, 2], [5, 2]), trace([5, 2]))).toEqual({
    cycle: 5,
    here: 'cycle 5: slept wave 2',
  });
});
