import { join } from 'node:path';
import { type BestEffortSteps, RUN_FILES } from '../../base/basics/index.js';
import { formatDuration, printNote } from '../../base/terminal/index.js';
import { getNightlyPlan } from '../../harness/extension/index.js';
import type { Waivers } from '../../harness/records/index.js';
import { type RunReport, UNFINISHED_STATUSES, writeAndLogHash } from '../../harness/run-directory/index.js';
import type { HoleSearchResult } from '../../harness/triage-findings/index.js';
import { callWithLimits } from '../../harness/workers/index.js';
import type { HoleSearchRequest } from './search-holes.js';

/** Minimum search time, however short the run was. */
const MIN_BUDGET_MS = 2000;

const HOLE_SEARCH_WORKER = 'closure/closing/closing-worker.js';

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
