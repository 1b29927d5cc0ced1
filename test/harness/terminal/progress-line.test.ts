import fc from 'fast-check';
import {
  formatDuration,
  formatProgressLine,
  formatProgressNote,
  type RunState,
} from '../../../harness/terminal/progress-line.js';
import { formatStepLine } from '../../../harness/terminal/step-progress.js';

it('shows the progress of a command and the remaining time at the current pace', () => {
  const step = { done: 500, total: 1875, unit: 'candidates' };
  expect(formatStepLine('rank', step, 20)).toBe('rank: 500 of 1,875 candidates · 55 s left');
  expect(formatStepLine('rank', { ...step, done: 0 }, 0)).toBe('rank: 0 of 1,875 candidates');
});

const STATE: RunState = {
  suite: 'nightly',
  tests: 1234,
  planned: 5000,
  fraction: 0.25,
  failed: 12,
  groups: 3,
  coverage: '81.3%',
  testsPerSecond: 19.4,
  secondsLeft: 230,
  slow: '',
};

const states = fc.record({
  suite: fc.constantFrom('smoke', 'nightly', 'a/suite/of/my/own/with/a/long/name.ts'),
  tests: fc.nat(99_999),
  planned: fc.oneof(fc.nat(99_999), fc.constant(Infinity)),
  fraction: fc.double({ min: 0, max: 2, noNaN: true }),
  failed: fc.nat(9999),
  groups: fc.nat(99),
  coverage: fc.constantFrom('0.0%', '81.3%', '100%'),
  testsPerSecond: fc.double({ min: 0, max: 999, noNaN: true }),
  secondsLeft: fc.oneof(fc.constant(undefined), fc.double({ min: 0, max: 300_000, noNaN: true })),
  slow: fc.constantFrom('', 'rmw_buffer.3 running for 25 s', `${'long_'.repeat(9)}.1 running for 3 s`),
});

it.each([
  [55, '1,234/5,000 · 12 failed (3 groups) · 81.3% · 4 min'],
  [70, 'nightly ━━━┄┄┄┄┄┄┄ 1,234/5,000 · 12 failed (3 groups) · 81.3% · 4 min'],
  [80, '━━━┄┄┄┄┄┄┄ 1,234/5,000 · 12 failed (3 groups) · coverage 81.3% · 4 min left'],
  [
    120,
    'nightly ━━━━━━┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ 1,234/5,000 · 19/s · 12 failed (3 groups) · coverage 81.3% · 4 min left',
  ],
])('shows as much as fits into %i columns', (columns, line) => {
  expect(formatProgressLine(STATE, columns)).toBe(line);
});

it('shows a slow test instead of the bar', () => {
  const slow = { ...STATE, slow: 'rmw_buffer.3 running for 25 s' };
  expect(formatProgressLine(slow, 84)).toBe(
    '1,234/5,000 · 12 failed (3 groups) · 81.3% · 4 min · rmw_buffer.3 running for 25 s',
  );
  expect(formatProgressLine(slow, 55)).toBe('1,234/5,000 · 12 failed (3 groups) · 81.3% · 4 min');
});

it('fits any width, and shows tests, failures, coverage and time left at 60 columns or more', () => {
  fc.assert(
    fc.property(states, fc.integer({ min: 1, max: 200 }), (state, columns) => {
      const line = formatProgressLine(state, columns);
      expect(line.length).toBeLessThanOrEqual(columns);
      if (columns < 60) return;
      const { tests, planned, failed, coverage, secondsLeft } = state;
      expect(line.replaceAll(',', '')).toContain(
        Number.isFinite(planned) ? `${tests}/${planned}` : `${tests}`,
      );
      expect(line.replaceAll(',', '')).toContain(`${failed} failed`);
      expect(line).toContain(coverage);
      if (secondsLeft !== undefined) expect(line).toContain(formatDuration(secondsLeft));
    }),
  );
});

it('shows all segments except the suite and the bar in a log line', () => {
  expect(formatProgressNote({ ...STATE, groups: 1, slow: 'a.1 running for 2 s' })).toBe(
    '1,234/5,000 · 19/s · 12 failed (1 group) · coverage 81.3% · 4 min left · a.1 running for 2 s',
  );
});

it.each([
  [0, '0 s'],
  [24.2, '25 s'],
  [99, '99 s'],
  [150, '3 min'],
  [7800, '2 h 10 min'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
