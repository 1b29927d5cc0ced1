import { type CoverageData, createEmptyCoverage, foldCoverage, mergeCoverage } from '../../coverage/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { getPlanSlice, type RunRequest } from '../../harness/run-directory/index.js';
import { formatTestId, type PlannedTest } from '../../harness/selection/index.js';
import { runBatch } from '../../harness/workers/index.js';
import { countsAsFinding, type FaultId } from '../../transactions/index.js';
import { measureCpuTime } from '../harness.js';
import { buildRequest } from '../steering/growth.js';

/** The time that it took to detect a fault. */
export interface FaultResult {
  readonly fault: FaultId;
  /** Number of tests run, including the one that detected the fault. */
  readonly tests: number;
  /** CPU seconds spent on the tests, across all threads of the engine. */
  readonly seconds: number;
  /** The first rule that detected the fault; undefined if none did within the limit. */
  readonly rule?: string;
}

/** Which run to search, and when to give up. */
export interface FaultSearch {
  readonly suite?: string;
  readonly seed: string;
  readonly steer?: boolean;
  /** Limit in CPU seconds. */
  readonly limit?: number;
  readonly maxTests?: number;
}

const corpus = openCorpus();

/**
 * Runs the tests that `run --fault` would derive from the root seed, one after another in this process. Stops at a
 * limit or when a test detects the fault: a rule from the fault's classes fires, even if only as a warning, and does
 * not fire in the same test without the fault.
 */
export function measureTimeToFind(fault: FaultId, search: FaultSearch): FaultResult {
  const { limit = Number.POSITIVE_INFINITY, maxTests = Number.POSITIVE_INFINITY } = search;
  const request = makeRequest(search, fault);
  const cleanRequest = makeRequest(search);
  const planner = getPlanSlice(request);
  const plan = planner.tests();
  let coverage: CoverageData = createEmptyCoverage();
  let seconds = 0;
  let tests = 0;
  while (seconds < limit && tests < maxTests) {
    const test = plan.next().value as PlannedTest;
    const run = measureCpuTime(() => runPlannedTest(request, test));
    seconds += run.seconds;
    tests++;
    const { result, fired } = run.value;
    const candidates = fired.filter((rule) => countsAsFinding(fault, rule));
    const firedWithoutFault = candidates.length === 0 ? [] : runPlannedTest(cleanRequest, test).fired;
    const rule = candidates.find((candidate) => !firedWithoutFault.includes(candidate));
    if (rule !== undefined) return { fault, tests, seconds, rule };
    if (planner.steered === undefined) continue;
    coverage = foldCoverage(mergeCoverage(coverage, result.coverage!));
    planner.steered.learn({ ...result, first: tests - 1, tests: [formatTestId(test)] }, coverage);
  }
  return { fault, tests, seconds };
}

/** Runs fault-free tests, so the engine has compiled everything that a nightly run compiles in its first minute. */
export function warmUp(seed: string, tests: number): void {
  const request = makeRequest({ seed });
  const plan = getPlanSlice(request).tests();
  for (let test = 0; test < tests; test++) runPlannedTest(request, plan.next().value as PlannedTest);
}

function makeRequest({ suite = 'nightly', seed, steer = false }: FaultSearch, fault?: FaultId): RunRequest {
  const options = { suite, seed, steer, tests: Number.POSITIVE_INFINITY };
  return buildRequest(fault === undefined ? options : { ...options, fault });
}

/** Runs a test the way `run` would. Returns its result (with coverage) and the rules that fired. */
function runPlannedTest({ suite, overrides }: RunRequest, test: PlannedTest) {
  const batch = { first: 0, tests: [test], overrides, suite, coverageRun: 'fault-times' };
  const result = runBatch(batch, corpus);
  const fired = Object.entries(result.rules).filter(([, counts]) => (counts?.fired ?? 0) > 0);
  return { result, fired: [...fired.map(([rule]) => rule), ...result.failures.map(({ rule }) => rule)] };
}
