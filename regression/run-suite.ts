import { openCorpus } from './corpus-files.js';
import { compareWithCleanTwins } from './fault-effect.js';
import { type PlannedTest, planTests } from './plan.js';
import { createPool } from './pool.js';
import { Run } from './run.js';
import { manifestOf, type RunReport, type RunRequest, type RunWatch } from './run-request.js';
import { RunStore } from './run-store.js';
import { findSuite, selectSequences } from './selection.js';

/** Runs the selected tests of a suite on a pool, and writes the run directory. Results do not depend on `workers`. */
export async function runSuite(request: RunRequest, watch: RunWatch = {}): Promise<RunReport> {
  const sequences = selectSequences(findSuite(request.suite), request.glob, request.overrides);
  const store = new RunStore(request.outDir, manifestOf(request));
  watch.onStart?.();
  const pool = createPool({
    workers: request.workers,
    ...(request.workerFile === undefined ? {} : { workerFile: request.workerFile }),
  });
  try {
    const run = new Run(request, store, pool, watch);
    await run.warmUp();
    const report = await run.toEnd(planTests(request.seed, sequences));
    return { ...report, ...unseenFault(report, planTests(request.seed, sequences)) };
  } finally {
    await pool.close();
  }
}

/** Tests that are compared with their clean twin when a fault was not seen. */
const TWINS = 10;

function unseenFault(
  { request, tally }: RunReport,
  plan: Iterator<PlannedTest>,
): Pick<RunReport, 'unseenFault'> {
  if (request.overrides.faults.length === 0 || tally.passed < tally.tests) return {};
  const tests = Array.from({ length: Math.min(TWINS, tally.tests) }, () => plan.next().value as PlannedTest);
  return { unseenFault: compareWithCleanTwins(tests, request.overrides, openCorpus()) };
}
