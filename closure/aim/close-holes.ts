import { join } from 'node:path';
import { type BestEffortSteps, RUN_FILES } from '../../harness/basics/index.js';
import { getNightlyPlan } from '../../harness/extension/index.js';
import type { Waivers } from '../../harness/records/index.js';
import { type RunReport, UNFINISHED_STATUSES, writeAndLogHash } from '../../harness/run-directory/index.js';
import { formatDuration, printNote } from '../../harness/terminal/index.js';
import { formatNumber, formatQuantity, makeColumns, type SummaryTable } from '../../harness/text/index.js';
import type { HoleSearchResult } from '../../harness/triage-findings/index.js';
import { callWithLimits } from '../../harness/workers/index.js';
import type { HoleSearchRequest } from './search-holes.js';

/** Maximum number of holes listed in a report. */
const MAX_ROWS = 30;

/** Summarises a nightly run's search for holes in one line. */
export function describeHoleSearch({
  tried,
  closed,
  tests,
  resisting: remaining,
  untried,
  file,
  failed,
}: HoleSearchResult): string {
  const untriedText = untried === 0 ? '' : `, and ${formatQuantity(untried, 'was', 'were')} not attempted`;
  const result = `${formatQuantity(tried, 'test')} tried: ${formatNumber(tests.length)} of them closed ${formatQuantity(closed, 'hole')}; ${formatQuantity(remaining.length, 'hole remains', 'holes remain')} open${untriedText}`;
  const next = tests.length + failed.length === 0 ? '' : `; the next nightly run starts with ${file}`;
  return `${result}${next}`;
}

/** Lists the tests that failed during the search, one on each line. They do not affect the verdict on the run. */
export function listHoleSearchFailures({ failed }: HoleSearchResult): string[] {
  return failed.map((repro) => `a test failed during the hole search: ${repro}`);
}

/**
 * Builds a table of the holes that no test hit, most valuable first, with the number of tests tried and the steps that
 * the nearest test missed.
 */
export function buildRemainingHolesTable({ resisting: remaining }: HoleSearchResult): SummaryTable {
  return {
    columns: makeColumns('hole', '>tests', '>steps reached', 'missed by the nearest test'),
    rows: remaining
      .slice(0, MAX_ROWS)
      .map(({ bin, tried, reached, missing }) => [
        bin,
        formatNumber(tried),
        `${reached} of ${reached + missing.length}`,
        missing.join('; '),
      ]),
  };
}

/** Minimum search time, however short the run was. */
const MIN_BUDGET_MS = 2000;

const HOLE_SEARCH_WORKER = 'closure/aim/closing-worker.js';

/**
 * If configured, searches for tests that hit the coverage holes of a finished nightly run, on a separate thread, and
 * stores the result in the run directory. Aborting `signal` stops the search; tests found so far stay in the suite.
 */
export async function closeHoles(
  { request, end, seconds }: RunReport,
  { list }: Waivers,
  finalSteps: BestEffortSteps,
  signal: AbortSignal,
): Promise<Pick<RunReport, 'closing'>> {
  const nightlyPlan = getNightlyPlan();
  if (nightlyPlan === undefined || request.closes !== true || UNFINISHED_STATUSES.includes(end)) return {};
  const { outDir: directory, limits, timeMs } = request;
  const budgetMs = Math.max(MIN_BUDGET_MS, nightlyPlan.share * (timeMs ?? 1000 * seconds));
  printNote(`Searching for tests that hit coverage holes for up to ${formatDuration(budgetMs / 1000)}`);
  const waived = list.map(({ bins }) => bins);
  const task: HoleSearchRequest = { directory, file: nightlyPlan.closing, budgetMs, waived };
  try {
    for await (const outcome of callWithLimits<HoleSearchRequest, HoleSearchResult>(
      HOLE_SEARCH_WORKER,
      [task],
      limits,
      printNote,
      signal,
    )) {
      if ('lost' in outcome) throw new Error(outcome.lost);
      writeAndLogHash(join(directory, RUN_FILES.closing), `${JSON.stringify(outcome.value, undefined, 2)}\n`);
      return { closing: outcome.value };
    }
  } catch (error) {
    // Even invalid input, such as a corrupt suite, is only recorded: the search does not affect the verdict.
    finalSteps.recordMissing('coverage hole search', new Error((error as Error).message));
  }
  return {};
}
