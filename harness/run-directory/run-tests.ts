import { UsageError } from '../../transactions/index.js';
import { isCurrentVersion } from '../records/manifest.js';
import { formatTestId, type PlannedTest } from '../selection/plan.js';
import { formatQuantity } from '../text/index.js';
import { openLoggedRun, type PastRun } from './past-run.js';
import { getPlanSlice } from './plan-slice.js';
import { restoreRequest } from './run-request.js';
import { readTestResults } from './test-results.js';

/**
 * Throws `UsageError` for a test that has no result in a run directory. Accepts any test if the run was written by a
 * different version, since its plan is unknown. The suite file must already be loaded.
 */
export function requireRunTest(directory: string, id: string, sequence: string): void {
  const pastRun = openLoggedRun(directory);
  if (!isCurrentVersion(pastRun.manifest)) return;
  const tests = listRunTests(pastRun);
  if (tests.some((test) => formatTestId(test) === id)) return;
  const sequenceTests = tests.filter((test) => test.sequence === sequence).map(formatTestId);
  const [first, last] = [sequenceTests[0], sequenceTests.at(-1)];
  const range = first === undefined ? '' : `: ${first === last ? first : `${first} to ${last}`}`;
  throw new UsageError(
    `No test "${id}" in run ${directory}, which has ${formatQuantity(sequenceTests.length, 'test')} from ${sequence}${range}`,
  );
}

/** Lists the tests in a run that have results, in plan order. */
export function listRunTests(pastRun: PastRun): PlannedTest[] {
  if (pastRun.manifest.steer) return readTestResults(pastRun).map(({ test }) => test);
  const slice = getPlanSlice(restoreRequest(pastRun.manifest, pastRun.directory, 1));
  const spans = Array.from(pastRun.results(), ({ first, outcomes }) => ({
    first,
    end: first + outcomes.length,
  }));
  spans.sort((a, b) => a.first - b.first);
  const plan = slice.tests();
  const testsWithResult: PlannedTest[] = [];
  let position = slice.first;
  for (const { first, end } of spans) {
    for (; position < end; position++) {
      const { value } = plan.next();
      if (position >= first) testsWithResult.push(value);
    }
  }
  return testsWithResult;
}

/** Whether every test up to the last one with a result has a result. Merged runs may have gaps. */
export function hasNoGaps({ spans, tests }: PastRun): boolean {
  return spans.every(([first, count]) => first + count <= tests);
}
