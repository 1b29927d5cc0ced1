import { UNFINISHED } from '../run/run-event.js';
import type { RunFigures } from './history.js';
import type { HistoryFile } from './history-file.js';
import type { HistoryRun } from './history-run.js';

/** A finished run among runs that are alike. */
export interface Night
  extends Pick<
      HistoryRun,
      | 'directory'
      | 'runId'
      | 'startedAt'
      | 'endedBy'
      | 'seed'
      | 'tests'
      | 'failed'
      | 'errors'
      | 'seconds'
      | 'flaky'
      | 'rulesArmed'
      | 'commit'
      | 'dirty'
    >,
    RunFigures {
  /** Failure groups that it had. */
  readonly groups: readonly string[];
  /** Those of them that no earlier run had; none in the first run. */
  readonly born: readonly string[];
  /** Failure groups of the run before it that it did not have. */
  readonly fixed: readonly string[];
}

/** Finished runs that are alike, oldest first. */
export interface NightSeries {
  /** What they agree on (`likenessText`). */
  readonly alike: string;
  /** The newest ones. */
  readonly nights: readonly Night[];
  /** Finished runs before those. */
  readonly earlier: number;
  /** Runs like them that are under way, or did not come to their end. */
  readonly unfinished: number;
}

interface RunRow extends Omit<HistoryRun, 'alike'> {
  readonly alike: string;
  readonly groups: readonly string[];
}

/** Every series of the history, the one with the newest run first; of each the newest `last` runs. */
export async function readNights(file: HistoryFile, last: number): Promise<NightSeries[]> {
  const rows = await file.rows<RunRow>(
    `SELECT runs.* REPLACE (coalesce(alike, selection) AS alike), coalesce(seen.groups, []) AS groups
    FROM runs LEFT JOIN (SELECT directory, list_sort(list(DISTINCT coalesce("failureGroup", signature))) AS groups
      FROM sights GROUP BY directory) AS seen ON seen.directory = runs.directory
    ORDER BY "startedAt", runs.directory`,
  );
  const series = new Map<string, RunRow[]>();
  for (const row of rows) series.set(row.alike, [...(series.get(row.alike) ?? []), row]);
  return Array.from(series, ([alike, runs]) => seriesOf(alike, runs, last))
    .filter(({ nights }) => nights.length > 0)
    .sort((a, b) => (newestOf(a) < newestOf(b) ? 1 : -1));
}

function seriesOf(alike: string, runs: readonly RunRow[], last: number): NightSeries {
  const finished = runs.filter(({ endedBy }) => !UNFINISHED.includes(endedBy));
  const seen = new Set<string>();
  const nights = finished.map((run, at): Night => {
    const before = finished[at - 1]?.groups ?? [];
    const born = at === 0 ? [] : run.groups.filter((group) => !seen.has(group));
    for (const group of run.groups) seen.add(group);
    return {
      ...figuresOf(run),
      groups: run.groups,
      born,
      fixed: before.filter((group) => !run.groups.includes(group)),
    };
  });
  const earlier = Math.max(0, nights.length - last);
  return { alike, nights: nights.slice(earlier), earlier, unfinished: runs.length - finished.length };
}

function figuresOf(run: RunRow): Omit<Night, 'groups' | 'born' | 'fixed'> {
  const { directory, runId, startedAt, endedBy, seed, tests, passed, failed, errors, seconds } = run;
  const { coverage, testsPerSecond, flaky, rulesArmed, commit, dirty } = run;
  const what = {
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
  };
  const passRate = (100 * passed) / Math.max(1, tests);
  return { ...what, passRate, coverage, testsPerSecond, commit, dirty };
}

function newestOf({ nights }: NightSeries): string {
  return nights.at(-1)!.startedAt;
}
