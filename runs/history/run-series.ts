import { groupBy } from '../../arch/index.js';
import { UNFINISHED_STATUSES } from '../../harness/run-directory/index.js';
import { getFigures } from './history.js';
import type { HistoryEntry, HistoryRun } from './history-run.js';

/** A finished run in a series of similar runs. */
export interface SeriesRun extends Readonly<ReturnType<typeof summariseRun>> {
  readonly groups: readonly string[];
  /** Failure groups not seen in any earlier run. Empty for the first run. */
  readonly born: readonly string[];
  /** Failure groups of the previous run that no longer occur. */
  readonly fixed: readonly string[];
}

/** Similar finished runs, oldest first. */
export interface RunSeries {
  /** What the runs have in common (`formatComparisonKey`). */
  readonly alike: string;
  /** The most recent of these runs. */
  readonly nights: readonly SeriesRun[];
  /** The number of finished runs before those in `nights`. */
  readonly earlier: number;
  /** The number of similar runs that are in progress or unfinished. */
  readonly unfinished: number;
}

/** Returns all series in the history, most recent first, each limited to its newest `last` runs. */
export function listRunSeries(entries: readonly HistoryEntry[], last: number): RunSeries[] {
  const series = groupBy(entries, ({ run }) => run.alike);
  return Array.from(series, ([alike, runs]) => makeSeries(alike, runs, last))
    .filter(({ nights }) => nights.length > 0)
    .sort((a, b) => (getNewestStart(a) < getNewestStart(b) ? 1 : -1));
}

function makeSeries(alike: string, runs: readonly HistoryEntry[], last: number): RunSeries {
  const finished = runs.filter(({ run }) => !UNFINISHED_STATUSES.includes(run.endedBy));
  const seen = new Set<string>();
  let previous: ReadonlySet<string> = new Set();
  const listed = finished.map((entry, index): SeriesRun => {
    const current = new Set(entry.sights.map(({ failureGroup }) => failureGroup));
    const groups = [...current].sort();
    const born = index === 0 ? [] : groups.filter((group) => !seen.has(group));
    for (const group of groups) seen.add(group);
    const fixed = [...previous].filter((group) => !current.has(group));
    previous = current;
    return { ...summariseRun(entry.run), groups, born, fixed };
  });
  const earlier = Math.max(0, listed.length - last);
  return { alike, nights: listed.slice(earlier), earlier, unfinished: runs.length - finished.length };
}

function summariseRun(run: HistoryRun) {
  const { directory, runId, startedAt, endedBy, seed, tests, failed, errors, seconds } = run;
  const { flaky, rulesArmed, commit, dirty } = run;
  return {
    directory,
    runId,
    startedAt,
    endedBy,
    seed,
    tests,
    failed,
    errors,
    seconds,
    flaky,
    rulesArmed,
    ...getFigures(run),
    commit,
    dirty,
  };
}

function getNewestStart({ nights }: RunSeries): string {
  return nights.at(-1)!.startedAt;
}
