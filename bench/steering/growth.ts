import { readSeed } from '../../base/basics/index.js';
import {
  type CoverageData,
  createEmptyCoverage,
  foldCoverage,
  mergeCoverage,
  summariseCoverage,
} from '../../coverage/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { getPlanSlice, type RunRequest } from '../../harness/run-directory/index.js';
import { findSuite, formatTestId, NO_OVERRIDES, type PlannedTest } from '../../harness/selection/index.js';
import { DEFAULT_LIMITS, runBatch } from '../../harness/workers/index.js';
import type { FaultId } from '../../transactions/index.js';

/** A run whose coverage growth is measured. */
export interface Trial {
  readonly suite: string;
  readonly seed: string;
  readonly steer: boolean;
  readonly tests: number;
  readonly fault?: FaultId;
}

/** The state of a run after a given number of tests. */
export interface GrowthPoint {
  readonly tests: number;
  /** Number of covered bins. Always 0 for a run with a fault. */
  readonly bins: number;
  /** User-mode CPU seconds since the start, including the time spent choosing tests. */
  readonly seconds: number;
  readonly failed: number;
  /** Number of waves checked so far. */
  readonly waves: number;
  readonly coverage: CoverageData;
}

/**
 * Number of tests whose coverage is merged at a time. At least this many tests are run, and epoch lengths are multiples
 * of it.
 */
export const STEP = 10;

/** Runs tests in this process, planned as `run` would plan them, and yields the state after every `STEP` tests. */
export function* measureGrowth(trial: Trial): Generator<GrowthPoint> {
  const request = buildRequest(trial);
  const corpus = openCorpus();
  const slice = getPlanSlice(request);
  const plan = slice.tests();
  const start = process.cpuUsage().user;
  let coverage: CoverageData = createEmptyCoverage();
  let failed = 0;
  let waves = 0;
  for (let first = 0; first < trial.tests; first += STEP) {
    const tests = Array.from({ length: STEP }, () => plan.next().value as PlannedTest);
    const { suite, overrides } = request;
    const behaviours = trial.steer ? { reportsBehaviours: true as const } : {};
    const result = runBatch({ first, tests, overrides, suite, coverageRun: 'growth', ...behaviours }, corpus);
    coverage = foldCoverage(mergeCoverage(coverage, result.coverage!));
    slice.steered?.learn({ ...result, tests: tests.map(formatTestId) }, coverage);
    failed += result.failures.length;
    waves += result.waves.reduce((sum, count) => sum + count, 0);
    const seconds = (process.cpuUsage().user - start) / 1e6;
    yield { tests: first + STEP, bins: summariseCoverage(coverage).hit, seconds, failed, waves, coverage };
  }
}

/** Returns the `run` request that corresponds to a trial. */
export function buildRequest({ suite, seed, steer, tests, fault }: Trial): RunRequest {
  findSuite(suite);
  return {
    runId: 'growth',
    suite,
    seed: readSeed(seed),
    overrides: fault === undefined ? NO_OVERRIDES : { ...NO_OVERRIDES, faults: [fault] },
    count: tests,
    first: [],
    knownIssues: [],
    limits: DEFAULT_LIMITS,
    workers: 1,
    outDir: '',
    ...(steer ? { steer } : {}),
  };
}
