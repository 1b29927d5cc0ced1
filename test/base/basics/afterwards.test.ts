import { expect, it } from 'vitest';
import { Afterwards, getLimit } from '../../../base/basics/afterwards.js';

it('names the exceeded limit, which is the test limit only if that is the smallest', () => {
  expect(getLimit(60_000, 8000)).toEqual({ ms: 8000, timeoutMessage: 'timeout: exceeded --test-time 8s' });
  for (const testMs of [20_000, 120_000])
    expect(getLimit(60_000, testMs)).toEqual({ ms: 20_000, timeoutMessage: 'not done in 20 s' });
  expect(getLimit(1500.5, 120_000)).toEqual({
    ms: 1501,
    timeoutMessage: 'not done in the 60 s for all pictures and pages',
  });
});

it('records a failure in one line and continues', () => {
  const afterwards = new Afterwards();
  expect(
    afterwards.attempt('picture of a test', () => {
      throw new Error('broken');
    }),
  ).toBeUndefined();
  expect(afterwards.attempt('page of a test', () => 7)).toBe(7);
  expect(afterwards.lost).toEqual(['picture of a test: broken']);
});

it('interrupts an action that exceeds its limit', () => {
  const afterwards = new Afterwards(50);
  expect(
    afterwards.attempt('picture of a test', () => {
      for (;;);
    }),
  ).toBeUndefined();
  expect(afterwards.lost).toEqual(['picture of a test: timeout: exceeded --test-time 0.05s']);
});
