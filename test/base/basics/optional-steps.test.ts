import { expect, it } from 'vitest';
import { getStepLimit, OptionalSteps } from '../../../base/basics/optional-steps.js';

it('applies the smallest limit and names it in the timeout message', () => {
  expect(getStepLimit(60_000, 8000)).toEqual({
    ms: 8000,
    timeoutMessage: 'timeout: exceeded --test-time 8s',
  });
  for (const testMs of [20_000, 120_000])
    expect(getStepLimit(60_000, testMs)).toEqual({ ms: 20_000, timeoutMessage: 'not finished within 20 s' });
  expect(getStepLimit(1500.5, 120_000)).toEqual({
    ms: 1501,
    timeoutMessage: 'not finished within the 60 s for all pictures and pages',
  });
});

it('records a failure in one line and continues', () => {
  const steps = new OptionalSteps();
  expect(
    steps.attempt('picture of a test', () => {
      throw new Error('broken');
    }),
  ).toBeUndefined();
  expect(steps.attempt('page of a test', () => 7)).toBe(7);
  expect(steps.missing).toEqual(['picture of a test: broken']);
});

it('interrupts an action that exceeds its limit', () => {
  const steps = new OptionalSteps(50);
  expect(
    steps.attempt('picture of a test', () => {
      for (;;);
    }),
  ).toBeUndefined();
  expect(steps.missing).toEqual(['picture of a test: timeout: exceeded --test-time 0.05s']);
});
