import { BestEffortSteps, getStepLimit } from '../../../harness/basics/optional-steps.js';

it('applies the smallest limit and names it in the timeout message', () => {
  expect(getStepLimit(60_000, 8000)).toEqual({
    ms: 8000,
    timeoutMessage: 'timeout: exceeded --test-time 8s',
  });
  for (const ms of [20_000, 120_000])
    expect(getStepLimit(60_000, ms)).toEqual({ ms: 20_000, timeoutMessage: 'did not finish within 20 s' });
  expect(getStepLimit(1500.5, 120_000)).toEqual({
    ms: 1501,
    timeoutMessage: 'exceeded the 60 s budget for all diagrams and pages',
  });
});

it('records a failure in one line and continues', () => {
  const steps = new BestEffortSteps();
  expect(
    steps.attempt('test picture', () => {
      throw new Error('broken');
    }),
  ).toBeUndefined();
  expect(steps.attempt('test page', () => 7)).toBe(7);
  expect(steps.missing).toEqual(['test picture: broken']);
});

it('interrupts an action that exceeds its limit', () => {
  const steps = new BestEffortSteps(50);
  expect(
    steps.attempt('test picture', () => {
      for (;;);
    }),
  ).toBeUndefined();
  expect(steps.missing).toEqual(['test picture: timeout: exceeded --test-time 0.05s']);
});
