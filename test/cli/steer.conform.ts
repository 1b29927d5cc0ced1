import { copyFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { findFailureGroups } from '../../failures/groups/run-groups.js';
import { readSeed } from '../../harness/basics/seeds.js';
import { runTest } from '../../harness/one-test/run-test.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { readLog } from '../../harness/run-directory/event-log.js';
import { openPastRun } from '../../harness/run-directory/past-run.js';
import { getPlanSlice } from '../../harness/run-directory/plan-slice.js';
import type { RunRequest } from '../../harness/run-directory/run-request.js';
import { listRunTests, readTestResults } from '../../harness/run-directory/test-results.js';
import type { PlannedTest } from '../../harness/selection/plan.js';
import { findSequence, NO_OVERRIDES } from '../../harness/selection/selection.js';
import { DEFAULT_LIMITS } from '../../harness/workers/pool.js';
import { SaturationWatch } from '../../runs/run/run.js';
import { runSuite } from '../../runs/run/run-suite.js';
import { canHaveFault } from '../../stimulus/index.js';
import type { FaultId } from '../../transactions/index.js';
import { callCli } from './support/call-cli.js';
import { getFinishedTests } from './support/held-run.js';
import { createTempFolder } from './support/run-cli.js';
import { getComparableResult } from './support/run-files.js';

const folder = createTempFolder();
const FULL_RUN = join(folder, 'full');
const LOG = 'events.msgpack';
/** Enough tests for two epochs from the third on, the first in which results affect how often each sequence is drawn. */
const COUNT = 200;
// Sequences whose tests are quick and cover different bins.
const TESTS = ['nightly', '--seed', '0x51', '--test', 'intrawave_worked_case,intrawave_lanes,wide_user_data'];
const STEERED = ['run', ...TESTS, '--steer', '--count', `${COUNT}`];

/** A request for a run on a faulty device. */
const FAULTY: RunRequest = {
  runId: 'faulty',
  suite: 'nightly',
  seed: readSeed('0x51'),
  overrides: { chips: ['navi21'], knobs: {}, faults: ['F46'] },
  glob: 'empty_section',
  count: 20,
  maxFailures: 3,
  first: [],
  knownIssues: [],
  limits: DEFAULT_LIMITS,
  workers: 1,
  outDir: '',
};

let fullRun: object;

beforeAll(async () => {
  const { stdout } = await callCli([...STEERED, '--workers', '1', '--json', '--out', FULL_RUN]);
  fullRun = getComparableResult(stdout, FULL_RUN);
});

const readIds = (out: string): string[] =>
  readTestResults(openPastRun(out)).map(({ test }) => `${test.sequence}.${test.index}`);

describe('run --steer', () => {
  it('produces the same tests and results with any number of workers, even if killed and resumed within an epoch', async () => {
    const out = join(folder, 'killed');
    mkdirSync(out);
    for (const file of ['manifest.json', LOG]) copyFileSync(join(FULL_RUN, file), join(out, file));
    const { events, ends } = readLog(join(FULL_RUN, LOG));
    const last = events.findLastIndex(
      (_, index) => getFinishedTests(events.slice(0, index + 1)).length % 50 > 0 && index < events.length - 2,
    );
    truncateSync(join(out, LOG), ends[last]!);
    const { stdout } = await callCli(['run', '--resume', out, '--workers', '3', '--json']);
    expect(getComparableResult(stdout, out)).toEqual(fullRun);
    expect(readIds(out)).toEqual(readIds(FULL_RUN));
  });

  it('chooses tests based on earlier results, not just on weights', () => {
    const ids = readIds(FULL_RUN);
    const getFraction = (list: readonly string[]): number =>
      list.filter((id) => id.startsWith('intrawave_worked_case')).length / list.length;
    const before = getFraction(ids.slice(0, 100));
    expect(before).toBeCloseTo(1 / 3, 1);
    expect(getFraction(ids.slice(100))).toBeLessThan(0.8 * before);
  });

  it('stores its plan as a suite that runs the same tests, even in shards', async () => {
    const plan = join(FULL_RUN, 'plan.json');
    const toPinnedId = (id: string): string => `${id}@0x51`;
    expect(JSON.parse(readFileSync(plan, 'utf8')).pinned).toEqual(readIds(FULL_RUN).map(toPinnedId));
    const options = ['--plan', plan, '--shard'];
    const parts = ['1/2', '2/2'].map(async (shard) => {
      const { stdout } = await callCli(['run', 'nightly', '--dry-run', '--json', ...options, shard]);
      return JSON.parse(stdout).tests.map(({ test }: { test: string }) => test);
    });
    expect((await Promise.all(parts)).flat()).toEqual(readIds(FULL_RUN).map(toPinnedId));
  });

  it('can be repeated test by test with --rerun', async () => {
    const { stdout } = await callCli(['run', '--rerun', FULL_RUN, '--dry-run', '--json']);
    const past = openPastRun(FULL_RUN);
    const seeds = JSON.parse(stdout).tests.map(({ seed }: { seed: string }) => seed);
    expect(seeds).toEqual(listRunTests(past).map(({ seed }) => seed));
  });

  it('stops with --until saturated at the first check that predicts too little gain from another hour', async () => {
    const out = join(folder, 'saturated');
    const until = ['--until', 'saturated=100', '--count', '90', '--workers', '1', '--out', out];
    // When to stop is tested elsewhere. This test checks how the run ends.
    const stub = vi
      .spyOn(SaturationWatch.prototype, 'isSaturated')
      .mockImplementation((tests) => tests >= 20);
    await callCli(['run', ...TESTS, ...until]);
    stub.mockRestore();
    expect(readLog(join(out, LOG)).events.at(-1)).toMatchObject({ event: 'ended', by: 'saturated' });
    const { length } = readIds(out);
    expect(length).toBeGreaterThanOrEqual(20);
    expect(length).toBeLessThan(90);
    // The user can then request more tests.
    const { stdout } = await callCli(['run', '--resume', out, '--count', `${length + 5}`, '--workers', '1']);
    expect(stdout).toMatch(new RegExp(`^PASS  ${length + 5} of ${length + 5} tests passed`, 'm'));
  });

  it('reports the same failure groups for a fault as an unsteered run', async () => {
    const findGroups = async (name: string, changes: Partial<RunRequest>): Promise<string[]> => {
      const report = await runSuite({ ...FAULTY, ...changes, outDir: join(folder, name) });
      return findFailureGroups(report).map(({ signature }) => signature);
    };
    const steered = await findGroups('steered-fault', { steer: true });
    expect(steered).toEqual(await findGroups('plain-fault', {}));
    expect(steered).toHaveLength(1);
  });

  it('needs fewer tests for each bug that only one sequence exposes, and at most half as many in total', () => {
    const corpus = openCorpus();
    const fails = (test: PlannedTest, fault: FaultId): boolean => {
      const sequence = findSequence(test.sequence, 'nightly');
      const overrides = { ...NO_OVERRIDES, faults: [fault] };
      if (!canHaveFault(sequence, fault)) return false;
      return runTest({ sequence, seed: test.seed, overrides, corpus }).finding !== undefined;
    };
    const countTestsUntilFound = (fault: FaultId, steer: boolean): number => {
      const { glob: _, ...unsteered } = { ...FAULTY, overrides: NO_OVERRIDES, count: Infinity };
      const request: RunRequest = steer ? { ...unsteered, steer } : unsteered;
      const plan = getPlanSlice(request).tests();
      for (let tests = 1; ; tests++) if (fails(plan.next().value, fault)) return tests;
    };
    const testCounts = (['F36', 'F67', 'F147'] as const).map((fault) => ({
      steered: countTestsUntilFound(fault, true),
      unsteered: countTestsUntilFound(fault, false),
    }));
    for (const { steered, unsteered } of testCounts) expect(steered).toBeLessThan(unsteered);
    const sumTestCounts = (plan: 'steered' | 'unsteered'): number =>
      testCounts.reduce((sum, counts) => sum + counts[plan], 0);
    expect(sumTestCounts('steered')).toBeLessThanOrEqual(sumTestCounts('unsteered') / 2);
  });
});
