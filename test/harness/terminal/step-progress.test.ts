import { expect, it } from 'vitest';
import { formatStepLine } from '../../../harness/terminal/step-progress.js';

it('shows the progress of a command and the remaining time at the current pace', () => {
  const step = { done: 500, total: 1875, unit: 'candidates' };
  expect(formatStepLine('rank', step, 20)).toBe('rank: 500 of 1,875 candidates · 55 s left');
  expect(formatStepLine('rank', { ...step, done: 0 }, 0)).toBe('rank: 0 of 1,875 candidates');
});
