import { expect, it } from 'vitest';
import { durationText, progressOf } from '../../../bench/mutants/progress.js';

it('says seconds as people do', () => {
  expect([0.4, 59.4, 59.6, 200].map(durationText)).toEqual(['0 s', '59 s', '1 min 0 s', '3 min 20 s']);
});

it('prints a line after each interval of steps', () => {
  const step = progressOf('mutants', 5, 2);
  expect([1, 2, 3, 4, 5].map(step)).toEqual([false, true, false, true, false]);
});
