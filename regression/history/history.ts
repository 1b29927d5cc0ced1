import { UNFINISHED } from '../run/run-event.js';
import type { HistoryFile } from './history-file.js';
import type { HistoryRun, HistorySight } from './history-run.js';
import type { SkippedRun } from './index-runs.js';

/** Figures of a run that have a trend; percent, percent, tests a second. */
export interface RunFigures {
  readonly passRate: number;
  readonly coverage: number;
  readonly testsPerSecond: number;
}

/** A past run; `before` are the figures of the last run before it that is like it, null where there is none. */
export interface PastFigures extends Omit<HistoryRun, 'logBytes'>, RunFigures {
  readonly before: RunFigures | null;
}

/** The newest run of a selection, and the mean of the runs before it that are like it. */
export interface Trend {
  readonly selection: string;
  /** Runs in `mean`, ten at most. */
  readonly runs: number;
  readonly newest: RunFigures;
  readonly mean: RunFigures;
}

/**
 * `new`: seen for the first time in the newest run of its selection. `fixed`: a later run of its selection, with as many tests as
 * the last that saw it, came to its end without it. `open`: neither.
 */
export type BugState = 'new' | 'open' | 'fixed';

/** When a run saw a bucket or group. */
export interface BugSight {
  /** As the run's own row names it. */
  readonly directory: string;
  readonly runId: string;
  readonly startedAt: string;
}

/** A failure group, or a bucket, over all runs of a selection; the smallest test of any of them stands for it. */
export interface HistoryBug extends Omit<HistorySight, 'failureGroup'> {
  readonly selection: string;
  readonly state: BugState;
  readonly runs: number;
  readonly oldest: BugSight;
  readonly newest: BugSight;
}

/** The combined result of past runs. */
export interface History {
  /** Newest last. */
  readonly runs: readonly PastFigures[];
  readonly trends: readonly Trend[];
  /** Failure groups: new ones first, then open, then fixed ones; among those the one with most tests. */
  readonly groups: readonly HistoryBug[];
  /** Their buckets, in the same order. */
  readonly buckets: readonly HistoryBug[];
  readonly skipped: readonly SkippedRun[];
}

/** How many runs before the newest a trend is taken over. */
const TREND_RUNS = 10;

const FIGURES = `100.0 * passed / greatest(tests, 1) AS "passRate", coverage, "testsPerSecond"`;
const MEANS = ['passRate', 'coverage', 'testsPerSecond'] as const;

/** The order of runs in time; the name decides between those that began at once. */
const BY_TIME = '"startedAt", directory';

/** Asks the database for everything that `history` shows; of the runs the newest `last`. */
export async function readHistory(
  file: HistoryFile,
  last: number,
  skipped: readonly SkippedRun[],
): Promise<History> {
  return {
    runs: await pastRuns(file, last),
    trends: await trendsOf(file),
    groups: await bugsOf(file, GROUP),
    buckets: await bugsOf(file, 'signature'),
    skipped,
  };
}

/**
 * Whether an earlier run came to its end and has between half and twice the tests of another with its selection: the
 * coverage of a run of five tests is not comparable to that of five thousand.
 */
function isLike(earlier: string, run: string): string {
  return `${earlier}.selection = ${run}.selection AND ${earlier}.tests BETWEEN ${run}.tests / 2 AND ${run}.tests * 2
    AND ${earlier}."endedBy" NOT IN (${UNFINISHED.map((end) => `'${end}'`).join(', ')})`;
}

async function pastRuns(file: HistoryFile, last: number): Promise<PastFigures[]> {
  const rows = await file.rows<PastFigures & { figures: RunFigures }>(
    `WITH figures AS (SELECT * EXCLUDE ("logBytes", coverage, "testsPerSecond"), ${FIGURES} FROM runs)
    SELECT figures.*, (SELECT struct_pack(${MEANS.map((name) => `"${name}" := other."${name}"`).join(', ')})
      FROM figures AS other WHERE ${isLike('other', 'figures')}
        AND (other."startedAt", other.directory) < (figures."startedAt", figures.directory)
      ORDER BY other."startedAt" DESC, other.directory DESC LIMIT 1) AS before
    FROM figures ORDER BY "startedAt" DESC, directory DESC LIMIT $last`,
    { last },
  );
  return rows.reverse();
}

async function trendsOf(file: HistoryFile): Promise<Trend[]> {
  const pack = (filter: string): string =>
    `struct_pack(${MEANS.map((name) => `"${name}" := avg("${name}") FILTER (${filter})`).join(', ')})`;
  const earlier = `age BETWEEN 2 AND ${TREND_RUNS + 1}`;
  return file.rows<Trend>(
    `WITH newest AS (FROM runs QUALIFY row_number() OVER (PARTITION BY selection ORDER BY "startedAt" DESC, directory DESC) = 1),
      alike AS (SELECT runs.* FROM runs JOIN newest ON runs.directory = newest.directory OR (${isLike('runs', 'newest')})),
      aged AS (SELECT selection, "startedAt", ${FIGURES},
        row_number() OVER (PARTITION BY selection ORDER BY "startedAt" DESC, directory DESC) AS age FROM alike)
    SELECT selection, (count(*) FILTER (${earlier}))::INTEGER AS runs,
      ${pack('age = 1')} AS newest, ${pack(earlier)} AS mean
    FROM aged GROUP BY selection HAVING count(*) > 1 ORDER BY selection`,
  );
}

/** Rows of earlier versions name no group. */
const GROUP = 'coalesce("failureGroup", signature)';

/** What sights with one name say together; `name` is an expression of SQL. */
async function bugsOf(file: HistoryFile, name: string): Promise<HistoryBug[]> {
  const sight = (pick: string): string =>
    `${pick}(struct_pack(directory := directory, "runId" := "runId", "startedAt" := "startedAt"), time)`;
  return file.rows<HistoryBug>(
    `WITH timed AS (SELECT *, ${BY_TIME.split(', ').join(` || ' ' || `)} AS time FROM runs),
      selections AS (SELECT selection, count(*) AS runs, max(time) AS newest FROM timed GROUP BY selection),
      seen AS (SELECT selection, ${name} AS signature, any_value(rule) AS rule, sum(sights.tests)::INTEGER AS tests,
        arg_min(smallest, waves) AS smallest, min(waves) AS waves, arg_min(repro, waves) AS repro,
        count(DISTINCT directory)::INTEGER AS runs, ${sight('arg_min')} AS oldest, ${sight('arg_max')} AS newest,
        min(time) AS first, max(time) AS final, arg_max(timed.tests, time) AS size
        FROM sights JOIN timed USING (directory) GROUP BY selection, ${name}),
      judged AS (SELECT seen.* EXCLUDE (first, final, size), CASE
        WHEN EXISTS (FROM timed WHERE timed.selection = seen.selection AND time > final AND timed.tests >= size
          AND "endedBy" IN ('count', 'time')) THEN 'fixed'
        WHEN first = selections.newest AND selections.runs > 1 THEN 'new'
        ELSE 'open' END AS state
        FROM seen JOIN selections USING (selection))
    FROM judged ORDER BY list_position(['new', 'open', 'fixed'], state), tests DESC, selection, signature`,
  );
}
