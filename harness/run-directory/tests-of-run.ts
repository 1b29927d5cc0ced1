import { UsageError } from '../../transactions/index.js';
import { isThisVersion } from '../records/manifest.js';
import type { PlannedTest } from '../selection/plan.js';
import { formatTestId } from '../selection/test-name.js';
import { openLoggedRun, type PastRun } from './past-run.js';
import { getPlanSlice } from './plan-part.js';
import { restoreRequest } from './run-request.js';
import { readTestResults } from './test-results.js';

/**
 * Throws `UsageError` for a test that has no result in a run directory. Accepts any test if another version wrote the
 * run, since its plan is not known. The suite's file must be open.
 */
export function requireRunTest(directory: string, id: string, sequence: string): void {
  const past = openLoggedRun(directory);
  if (!isThisVersion(past.manifest)) return;
  const tests = listRunTests(past);
  if (tests.some((test) => formatTestId(test) === id)) return;
  const testsOfSequence = tests.filter((test) => test.sequence === sequence).map(formatTestId);
  const range = testsOfSequence.length === 0 ? '' : `, ${testsOfSequence[0]} to ${testsOfSequence.at(-1)}`;
  throw new UsageError(
    `No test "${id}" in run ${directory}: ${testsOfSequence.length} of its ${tests.length} tests belong to ${sequence}${range}`,
  );
}

/** The tests of a run that have a result, in plan order. */
export function listRunTests(past: PastRun): PlannedTest[] {
  if (past.manifest.steer) return readTestResults(past).map(({ test }) => test);
  const slice = getPlanSlice(restoreRequest(past.manifest, past.directory, 1));
  const spans = Array.from(past.results(), ({ first, outcomes }) => ({
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

/** Whether the tests with a result form a prefix of the run's plan. Merged runs may have gaps. */
export function isFromStart({ spans, tests }: PastRun): boolean {
  return spans.every(([first, count]) => first + count <= tests);
}
