import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestCosts } from '../../../harness/records/test-costs.js';
import { findSuite } from '../../../harness/selection/selection.js';
import { readEarlierCosts, readTypicalCosts } from '../../../runs/run/cost-files.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();

/** Writes a run's costs to a file that was last modified `seconds` after the epoch. */
function writeCosts(run: string, text: string, seconds: number): void {
  mkdirSync(join(folder, run));
  const file = join(folder, run, 'costs.json');
  writeFileSync(file, text);
  utimesSync(file, seconds, seconds);
}

it("takes each sequence's cost from the newest run that recorded it, skipping malformed files", () => {
  expect(readEarlierCosts(join(folder, 'absent'))).toEqual({});
  writeCosts('newer', '{"both": 20, "new": 3}', 200);
  writeCosts('older', '{"both": 10, "old": 2}', 100);
  writeCosts('cut', '{"both": 4', 300);
  writeCosts('odd', '{"both": "long"}', 301);
  mkdirSync(join(folder, 'no-run'));
  writeFileSync(join(folder, 'history.jsonl'), '');
  expect(readEarlierCosts(folder)).toEqual({ both: 20, new: 3, old: 2 });
});

it('has a typical cost for every sequence in the suites, used until a run has measured it', () => {
  const typical = readTypicalCosts();
  const names = ['smoke', 'nightly'].flatMap((suite) =>
    findSuite(suite).tests.map(({ sequence }) => sequence),
  );
  expect(names.filter((name) => !(typical[name]! > 0))).toEqual([]);
});

it("replaces costs with the run's own measurements after a few tests", () => {
  const test = { sequence: 'slow-start', index: 0, seed: '0x1' };
  const costs = new TestCosts({ 'slow-start': 2000, other: 5 });
  expect(costs.estimate(test)).toBe(2000);
  costs.learn([test, test, test, test], [20, 20, 20, 20]);
  expect(costs.estimate(test)).toBeCloseTo(416);
  expect(costs.bySequence).toEqual({ 'slow-start': costs.estimate(test), other: 5 });
});

it("adjusts costs from other machines to this machine's speed", () => {
  const test = (sequence: string) => ({ sequence, index: 0, seed: '0x1' });
  const costs = new TestCosts({ slow: 200, quick: 5 });
  costs.learn([test('quick'), test('quick')], [40, 60]);
  expect(costs.estimate(test('slow'))).toBe(2000);
  expect(costs.bySequence.slow).toBe(200);
});
