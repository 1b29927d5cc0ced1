import { groupBy } from '../../arch/index.js';
import { UNFINISHED_STATUSES } from '../../harness/run-directory/index.js';
import { type HistoryBug, mergeBugs } from './bugs.js';
import type { HistoryRun } from './history-run.js';
import type { IndexedRuns, SkippedRun } from './index-runs.js';

/** The figures that are compared across runs. */
export interface RunFigures {
  /** The percentage of tests that passed. */
  readonly passRate: number;
  /** The percentage of bins covered. */
  readonly coverage: number;
  readonly testsPerSecond: number;
}

/** A past run, with the figures of the previous comparable run, or null if none exists. */
interface ListedRun extends Omit<HistoryRun, 'logBytes'>, RunFigures {
  readonly before: RunFigures | null;
}

/** The newest run of a selection, and the mean of the earlier comparable runs. */
export interface Trend {
  readonly selection: string;
  /** The number of runs averaged in `mean`, at most ten. */
  readonly runs: number;
  readonly newest: RunFigures;
  readonly mean: RunFigures;
}

/** The combined results of past runs. */
export interface History {
  /** The runs, newest last. */
  readonly runs: readonly ListedRun[];
  readonly trends: readonly Trend[];
  /** The failure groups, sorted by state (new, back, open, fixed) and then by number of tests, largest first. */
  readonly groups: readonly HistoryBug[];
  /** The groups' buckets, in the same order. */
  readonly buckets: readonly HistoryBug[];
  readonly skipped: readonly SkippedRun[];
}

/** The number of runs listed individually: a year of nightly runs. */
const MAX_RUNS_LISTED = 366;

const TREND_RUNS = 10;

/** Combines past runs. Only the newest `MAX_RUNS_LISTED` are listed. */
export function combineRuns({ entries, skipped }: IndexedRuns): History {
  // A rerun of failures is not comparable to a run that generates its tests.
  const generated = entries.flatMap(({ run, proof }) => (proof === undefined ? [run] : []));
  const bySelection = groupBy(generated, ({ selection }) => selection);
  return {
    runs: entries
      .slice(-MAX_RUNS_LISTED)
      .map(({ run }) => makeListedRun(run, bySelection.get(run.selection) ?? [])),
    trends: [...bySelection.values()]
      .flatMap(computeTrend)
      .sort((a, b) => (a.selection < b.selection ? -1 : 1)),
    groups: mergeBugs(entries, ({ failureGroup }) => failureGroup),
    buckets: mergeBugs(entries, ({ signature }) => signature),
    skipped,
  };
}

/** Returns a run's figures for comparison. */
export function getFigures({ passed, tests, coverage, testsPerSecond }: HistoryRun): RunFigures {
  return { passRate: (100 * passed) / Math.max(1, tests), coverage, testsPerSecond };
}

/**
 * Whether an earlier run of the same selection finished, with between half and twice as many tests. The coverage of
 * five tests is not comparable to that of five thousand.
 */
function isComparable(earlier: HistoryRun, { tests }: HistoryRun): boolean {
  return (
    earlier.tests >= tests / 2 && earlier.tests <= tests * 2 && !UNFINISHED_STATUSES.includes(earlier.endedBy)
  );
}

function makeListedRun(run: HistoryRun, selection: readonly HistoryRun[]): ListedRun {
  const { logBytes: _, ...rest } = run;
  const previous = iterateEarlierRuns(run, selection).next().value;
  return { ...rest, ...getFigures(run), before: previous === undefined ? null : getFigures(previous) };
}

/** Yields the earlier runs that are comparable to a run, newest first. */
function* iterateEarlierRuns(
  run: HistoryRun,
  selection: readonly HistoryRun[],
): Generator<HistoryRun, undefined, undefined> {
  for (let index = selection.lastIndexOf(run) - 1; index >= 0; index--)
    if (isComparable(selection[index]!, run)) yield selection[index]!;
  return undefined;
}

function computeTrend(selection: readonly HistoryRun[]): Trend[] {
  const newest = selection.at(-1)!;
  const earlier: RunFigures[] = [];
  for (const run of iterateEarlierRuns(newest, selection))
    if (earlier.push(getFigures(run)) === TREND_RUNS) break;
  if (earlier.length === 0) return [];
  const mean = (name: keyof RunFigures): number =>
    earlier.reduce((sum, figures) => sum + figures[name], 0) / earlier.length;
  const means = {
    passRate: mean('passRate'),
    coverage: mean('coverage'),
    testsPerSecond: mean('testsPerSecond'),
  };
  const { selection: name } = newest;
  return [{ selection: name, runs: earlier.length, newest: getFigures(newest), mean: means }];
}
