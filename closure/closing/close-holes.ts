import { join } from 'node:path';
import { type OptionalSteps, RUN_FILES } from '../../base/basics/index.js';
import { formatDuration, printNote } from '../../base/terminal/index.js';
import { getNightPlan } from '../../harness/extension/index.js';
import type { Waivers } from '../../harness/records/index.js';
import { type RunReport, UNFINISHED_STATUSES, writeLogged } from '../../harness/run-directory/index.js';
import type { Closing } from '../../harness/triage-findings/index.js';
import { callWithLimits } from '../../harness/workers/index.js';
import type { ClosingRequest } from './search-holes.js';

/** Minimum search time, even for a short run. */
const MIN_BUDGET_MS = 2000;

const CLOSING_WORKER = 'closure/closing/closing-worker.js';

/**
 * If configured, searches on a separate thread for tests that hit the holes of a finished nightly run, and stores the
 * result in the run directory. A signal stops the search, but tests that it has already found stay in the suite.
 */
export async function closeHoles(
  { request, end, seconds }: RunReport,
  { list }: Waivers,
  after: OptionalSteps,
  signal: AbortSignal,
): Promise<Pick<RunReport, 'closing'>> {
  const night = getNightPlan();
  if (night === undefined || request.closes !== true || UNFINISHED_STATUSES.includes(end)) return {};
  const { outDir: directory, limits, timeMs } = request;
  const budgetMs = Math.max(MIN_BUDGET_MS, night.share * (timeMs ?? 1000 * seconds));
  printNote(`Searching for tests that hit holes, for ${formatDuration(budgetMs / 1000)}`);
  const waived = list.map(({ bins }) => bins);
  const task: ClosingRequest = { directory, file: night.closing, budgetMs, waived };
  try {
    for await (const outcome of callWithLimits<ClosingRequest, Closing>(
      CLOSING_WORKER,
      [task],
      limits,
      printNote,
      signal,
    )) {
      if ('lost' in outcome) throw new Error(outcome.lost);
      writeLogged(join(directory, RUN_FILES.closing), `${JSON.stringify(outcome.value, undefined, 2)}\n`);
      return { closing: outcome.value };
    }
  } catch (error) {
    // This includes invalid input, such as a corrupt suite, since it does not affect the verdict.
    after.recordMissing('search for holes', new Error((error as Error).message));
  }
  return {};
}
