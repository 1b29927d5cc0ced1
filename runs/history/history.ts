import { type HistoryBug, mergeBugs } from './bugs.js';
import type { HistoryRun } from './history-run.js';
import type { IndexedRuns, SkippedRun } from './index-runs.js';

/** The figures that are compared across runs. */
interface RunFigures {
  /** The percentage of tests that passed. */
  readonly passRate: number;
  /** The percentage of bins covered. */
  readonly coverage: number;
  readonly testsPerSecond: number;
}

/** A past run with its figures. */
interface ListedRun extends Omit<HistoryRun, 'logBytes'>, RunFigures {}

/** The combined results of past runs. */
export interface History {
  /** The runs, newest last. */
  readonly runs: readonly ListedRun[];
  /** The failure groups, sorted by state (new, back, open, fixed) and then by number of tests, largest first. */
  readonly groups: readonly HistoryBug[];
  /** The groups' buckets, in the same order. */
  readonly buckets: readonly HistoryBug[];
  readonly skipped: readonly SkippedRun[];
}

/** The number of runs listed individually: a year of nightly runs. */
const MAX_RUNS_LISTED = 366;

/** Combines past runs. Only the newest `MAX_RUNS_LISTED` are listed. */
export function combineRuns({ entries, skipped }: IndexedRuns): History {
  return {
    runs: entries
      .slice(-MAX_RUNS_LISTED)
      .map(({ run: { logBytes: _, ...run } }) => ({ ...run, ...getFigures(run) })),
    groups: mergeBugs(entries, ({ failureGroup }) => failureGroup),
    buckets: mergeBugs(entries, ({ signature }) => signature),
    skipped,
  };
}

/** Returns a run's figures for comparison. */
export function getFigures({
  passed,
  tests,
  coverage,
  testsPerSecond,
}: Omit<HistoryRun, 'logBytes'>): RunFigures {
  return { passRate: (100 * passed) / Math.max(1, tests), coverage, testsPerSecond };
}
