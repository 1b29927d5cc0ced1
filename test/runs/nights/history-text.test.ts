import { expect, test } from 'vitest';
import { makeColours } from '../../../harness/text/colours.js';
import type { History } from '../../../runs/history/history.js';
import { formatHistory } from '../../../runs/nights/history-text.js';

/** Returns the change columns of a run whose coverage and speed differ from the previous run by the given amounts. */
function getChangeCells(coverage: number, testsPerSecond: number): readonly string[] {
  const before = { passRate: 100, coverage: 50, testsPerSecond: 20 };
  const run: History['runs'][number] = {
    passRate: 100,
    coverage: before.coverage + coverage,
    testsPerSecond: before.testsPerSecond + testsPerSecond,
    before,
    directory: 'r2',
    runId: 'r2',
    selection: 'smoke',
    alike: 'smoke, 10 tests, code of a package',
    flaky: 0,
    rulesArmed: 90,
    seed: '0x1',
    startedAt: '2026-11-22T01:02:03.000Z',
    endedBy: 'count',
    tests: 10,
    passed: 10,
    failed: 0,
    errors: 0,
    seconds: 1,
    workers: 2,
    wavesPerSecond: 100,
    commit: null,
    dirty: null,
  };
  const text = formatHistory(
    { runs: [run], trends: [], groups: [], buckets: [], skipped: [] },
    makeColours(false),
  );
  const cells = text
    .split('\n')
    .at(-1)!
    .trim()
    .split(/\s{2,}/);
  return [cells[6], cells[8], cells[10]];
}

test('shows gains and losses with their sign', () => {
  expect(getChangeCells(2.5, -3)).toEqual(['0.0', '+2.5', '-3.0']);
});

test('shows no sign for a change that rounds to zero', () => {
  expect(getChangeCells(-0.04, 0.04)).toEqual(['0.0', '0.0', '0.0']);
});

test('escapes hidden characters in folder names', () => {
  const skipped = [{ directory: 'a\n::error::forged\u202e', reason: 'b\u001b[2J' }];
  const text = formatHistory({ runs: [], trends: [], groups: [], buckets: [], skipped }, makeColours(false));
  expect(text.split('\n').at(-1)).toBe('skipped  a\\n::error::forged\\u202e: b\\x1b[2J');
});
