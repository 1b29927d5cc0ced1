import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHIP_NAMES } from '../../../arch/index.js';
import type { Failure } from '../../../harness/one-test/one-test.js';
import { OUTCOMES } from '../../../harness/records/finding.js';
import { appendEvents } from '../../../harness/run-directory/event-log.js';
import { makeEvents } from '../../../harness/run-directory/logged-result.js';
import { openPastRun } from '../../../harness/run-directory/past-run.js';
import { getPlanSlice } from '../../../harness/run-directory/plan-slice.js';
import { restoreRequest } from '../../../harness/run-directory/run-request.js';
import { listRunTests, readTestResults } from '../../../harness/run-directory/test-results.js';
import type { PlannedTest } from '../../../harness/selection/plan.js';
import { type BatchResult, makeEmptyResult, NO_CHIP } from '../../../harness/workers/batch-result.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { changeManifest } from '../../cli/support/run-files.js';
import { writeRun } from '../support/stored-run.js';

const folder = createTempFolder();

/** Returns the test at the given position in the run's plan. */
function findPlannedTest(position: number): PlannedTest {
  const { manifest, directory } = openPastRun(join(folder, 'run'));
  const plan = getPlanSlice(restoreRequest(manifest, directory, 1)).tests();
  return Array.from({ length: position + 1 }, () => plan.next().value as PlannedTest)[position]!;
}

function makeFailure(test: PlannedTest): Failure {
  const fields = { signature: 'error', rule: 'error', waves: 0, summary: 'lost', violations: [] };
  return { test, outcome: 'error', ...fields };
}

it("lists a run's tests and results in plan order, even if the log's batches are in a different order", () => {
  writeRun(folder, 'run', { day: 1, tests: 0, failures: {}, end: 'interrupted', seconds: 1 });
  const log = join(folder, 'run', 'events.msgpack');
  const batch = (first: number, outcome: number, overrides: Partial<BatchResult>): BatchResult => ({
    ...makeEmptyResult(first),
    outcomes: Uint8Array.of(outcome, 0),
    chips: Uint8Array.of(NO_CHIP, 3),
    waves: Uint32Array.of(0, 10 + first),
    cycles: Float64Array.of(0, 100 + first),
    instructions: new Float64Array(2),
    ...overrides,
  });
  const failure = makeFailure(findPlannedTest(2));
  const times = { testMs: [1499.6, 20], failures: [failure] };
  appendEvents(log, makeEvents(batch(2, OUTCOMES.indexOf('error'), times), 1));
  appendEvents(log, makeEvents(batch(0, 0, {}), 2));
  const pastRun = openPastRun(join(folder, 'run'));
  const results = readTestResults(pastRun);
  expect(results.map(({ test }) => test)).toEqual(listRunTests(pastRun));
  expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'error', 'passed']);
  expect(results.map(({ chip }) => chip)).toEqual([undefined, CHIP_NAMES[3], undefined, CHIP_NAMES[3]]);
  expect(results.map(({ waves }) => waves)).toEqual([0, 10, 0, 12]);
  expect(results.map(({ cycles }) => cycles)).toEqual([0, 100, 0, 102]);
  expect(results.map((result) => result.failure?.summary)).toEqual([undefined, undefined, 'lost', undefined]);
  expect(results.map(({ seconds }) => seconds)).toEqual([undefined, undefined, 1.5, 0.02]);
});

it('takes the seeds of listed tests from the list', () => {
  writeRun(folder, 'listed', { day: 1, tests: 0, failures: {}, end: 'interrupted', seconds: 1 });
  const list = [{ sequence: 'rmw_buffer', index: 3, seed: '0xabc' }];
  changeManifest(join(folder, 'listed'), { list });
  const result = {
    ...makeEmptyResult(0),
    outcomes: Uint8Array.of(0),
    chips: Uint8Array.of(NO_CHIP),
    waves: Uint32Array.of(1),
    cycles: Float64Array.of(1),
    instructions: Float64Array.of(1),
    tests: ['rmw_buffer.3'],
  };
  // Logs from this version list the tests in every batch.
  const log = join(folder, 'listed', 'events.msgpack');
  writeFileSync(log, '');
  appendEvents(log, makeEvents(result, 1));
  const results = readTestResults(openPastRun(join(folder, 'listed')));
  expect(results.map(({ test }) => test)).toEqual(list);
});
