import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '../../harness/output/index.js';
import { injectsFaults } from '../../harness/records/index.js';
import { isRunDirectory } from '../../harness/run-directory/index.js';
import {
  isInteractive,
  openInBrowser,
  printJson,
  printNote,
  printResult,
  RESULTS,
} from '../../harness/terminal/index.js';
import { formatQuantity, makeColours } from '../../harness/text/index.js';
import { UsageError } from '../../transactions/index.js';
import { combineRuns } from '../history/history.js';
import { findRunDirectories } from '../history/history-run.js';
import { openHistory } from '../history/index-runs.js';
import { listRunSeries } from '../history/run-series.js';
import { formatHistory } from '../nights/history-text.js';
import { renderTrendsPage } from '../nights/nights-page.js';
import { formatStoredRun, TRENDS_FILE } from './run-reports.js';

/** Options for the `report` command. */
export interface ReportOptions {
  readonly waivers?: string;
  readonly suiteFile?: string;
  readonly markdown?: boolean;
  readonly open?: boolean;
  readonly json?: boolean;
}

/** Maximum number of runs to show per series: a year of nightly runs. */
const MAX_RUNS = 366;

/** Whether a folder contains run directories but is not one itself. */
export function isFolderOfRuns(path: string): boolean {
  return existsSync(path) && !isRunDirectory(path) && listRunDirectories(path).length > 0;
}

/**
 * Lists the run directories in a folder. Returns an empty list for a file or an unreadable folder; the caller then
 * tries to read it as a run, which reports the error.
 */
function listRunDirectories(path: string): string[] {
  try {
    return findRunDirectories(path);
  } catch {
    return [];
  }
}

/**
 * Updates a folder's history, writes its trends page and table, and prints the newest run and the trends.
 * Unreadable runs are listed and skipped. Runs with injected faults are left out beside others: they fail on purpose.
 */
export function reportFolder(folder: string, { json, open, markdown, ...runOptions }: ReportOptions): void {
  rejectRunOptions(runOptions);
  const indexed = openHistory(folder);
  const { entries: all, skipped } = indexed;
  const real = all.filter(({ run }) => !injectsFaults(run.selection));
  const entries = real.length === 0 ? all : real;
  if (entries.length < all.length)
    printNote(`Left out: ${formatQuantity(all.length - entries.length, 'run')} with injected faults`);
  const history = combineRuns({ entries, skipped });
  const series = listRunSeries(entries, MAX_RUNS);
  const present = new Set(findRunDirectories(folder));
  const hasPage = (name: string): boolean =>
    present.has(name) && existsSync(join(folder, name, 'index.html'));
  const page = join(folder, TRENDS_FILE);
  writeAtomic(page, renderTrendsPage({ folder, series, hasPage }));
  const newest = entries.findLast(({ run }) => present.has(run.directory))?.run.directory;
  const newestText = newest === undefined ? [] : [formatStoredRun(join(folder, newest), markdown === true)];
  if (json === true) {
    for (const { directory, reason } of skipped) printNote(`Skipped ${directory}: ${reason}`);
    printJson({ pages: [page], series, ...history });
  } else if (markdown === true) printResult(newestText.join('\n'));
  else {
    const text = formatHistory(history, makeColours(isInteractive(RESULTS)));
    printResult([...newestText, '', text, '', `trends  ${page}`].join('\n'));
  }
  if (open === true) openInBrowser(page);
}

function rejectRunOptions(runOptions: Partial<ReportOptions>): void {
  const [conflicting] = Object.keys(runOptions).filter((name) => !['limits', 'config'].includes(name));
  if (conflicting === undefined) return;
  const flag = conflicting === 'suiteFile' ? 'suite-file' : conflicting;
  throw new UsageError(
    `Cannot use --${flag} with a folder of runs: it only applies to the report of a single run`,
  );
}
