import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  accumulateCoverage,
  findRunChanges,
  formatFirstHitCommand,
  type RunChanges,
} from '../../closure/coverage/index.js';
import { writeCoverageFiles } from '../../closure/coverage-command/index.js';
import { buildTestplan } from '../../closure/testplan/index.js';
import { withTriageFindings } from '../../failures/triage/index.js';
import { BestEffortSteps } from '../../harness/basics/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { type Manifest, NO_WAIVERS, type Waivers } from '../../harness/records/index.js';
import {
  type Bucket,
  findChangedFiles,
  openPastRun,
  type RunReport,
  readRunManifest,
  readTestResults,
  reportOnRun,
  UNFINISHED_STATUSES,
} from '../../harness/run-directory/index.js';
import { openRunSuite } from '../../harness/suite-files/index.js';
import { isInteractive, printNote, RESULTS, readPageScript } from '../../harness/terminal/index.js';
import { formatMarkdownBlock, makeColours } from '../../harness/text/index.js';
import { UsageError } from '../../transactions/index.js';
import type { FailureView } from '../page/page-data.js';
import { PAGE_SCRIPTS, renderRunPage } from '../page/run-page.js';
import { findEarlierRun, listEarlierRuns } from '../run/earlier-run.js';
import { formatJunit } from '../text/junit.js';
import { formatResults } from '../text/run-document.js';
import { formatRunMarkdown } from '../text/run-markdown.js';
import { type RunSummary, summariseRun } from '../text/run-summary.js';
import { formatRun } from '../text/run-text.js';
import { loadListedFailures, loadShownFailure } from './failure-files.js';
import { withShrunkPages } from './failure-pages.js';

/** The name of the page of trends in a folder of runs. */
export const TRENDS_FILE = 'nights.html';

/** The file that lists every test and its result, for other programs. */
const RESULTS_FILE = 'results.json';

/** Number of buckets to show with a message and diagram; the rest get only commands. */
const MAX_BUCKETS = 10;

interface RunFileOptions {
  readonly waivers?: Waivers;
  /** Runs the optional steps, and collects what could not be written. */
  readonly steps?: BestEffortSteps;
}

/** Records every file that does not match the run's log as missing. */
export function reportTamperedFiles(directory: string, steps: BestEffortSteps): void {
  for (const { file, why } of findChangedFiles(directory))
    steps.recordMissing(relative(directory, file), new Error(why));
}

/**
 * Writes a run's human- and machine-readable reports from its stored data. Machine-readable files are written first;
 * a failure to draw a diagram or page does not affect the other files. Returns the changes since the last similar
 * run, if there is one.
 */
export async function writeRunFiles(
  rawReport: RunReport,
  { waivers = NO_WAIVERS, steps = new BestEffortSteps() }: RunFileOptions = {},
): Promise<RunChanges | undefined> {
  const { outDir } = rawReport.request;
  const past = openPastRun(outDir);
  const { manifest } = past;
  writeCoverageFiles(rawReport.coverage, join(outDir, 'coverage'), { time: manifest.startedAt });
  const results = readTestResults(past);
  writeAtomic(join(outDir, 'junit.xml'), formatJunit(rawReport, results));
  writeAtomic(join(outDir, RESULTS_FILE), formatResults(rawReport, manifest, results));
  const reportWithPages = withShrunkPages(rawReport, steps);
  const failures = await collectFailures(reportWithPages, steps);
  const earlier = findComparableRun(rawReport, manifest);
  const changes =
    earlier === undefined
      ? undefined
      : steps.runUnlimited(`changes since ${earlier}`, () =>
          computeChanges(earlier, reportWithPages, manifest, waivers),
        );
  const report = { ...reportWithPages, postRunErrors: steps.missing };
  const summary = summariseRun(report);
  writeAtomic(join(outDir, 'report.md'), formatRunMarkdown(report, changes, summary));
  const page = renderRunPage(
    {
      report,
      summary,
      manifest,
      failures,
      results,
      plan: buildTestplan([report]),
      waivers,
      getRerunCommand: formatFirstHitCommand,
      changes,
      earlierPage: changes && findPage(earlier!, outDir),
      trendsPage: existsSync(join(outDir, '..', TRENDS_FILE)) ? `../${TRENDS_FILE}` : undefined,
    },
    PAGE_SCRIPTS.map(readPageScript),
  );
  writeAtomic(join(outDir, 'index.html'), page);
  return changes;
}

/**
 * Loads the failures to show in full, followed by those listed only with links. Yields between failures so that
 * signals can be handled.
 */
async function collectFailures(report: RunReport, steps: BestEffortSteps): Promise<readonly FailureView[]> {
  const { outDir } = report.request;
  const summary = summariseRun(report);
  const shown = selectBuckets(summary);
  const failures: FailureView[] = [];
  for (const bucket of shown) {
    await setImmediate();
    failures.push(...loadShownFailure(outDir, bucket, steps));
  }
  await setImmediate();
  const others = summary.buckets.filter((bucket) => !shown.includes(bucket));
  return [...failures, ...loadListedFailures(outDir, others, steps)];
}

/**
 * Selects the buckets to show: for each group, the one with its smallest failure, then the largest buckets while
 * there is room.
 */
function selectBuckets({ groups, buckets }: RunSummary): Bucket[] {
  const leading = groups
    // A bug that only occurs alongside another is covered by the other's failures.
    .filter(({ maskedBy }) => maskedBy === undefined)
    .map((group) => group.buckets.find(({ smallest }) => smallest === group.smallest)!.signature);
  const bySignature = new Map(buckets.map((bucket) => [bucket.signature, bucket]));
  return [...new Set([...leading, ...bySignature.keys()])]
    .slice(0, MAX_BUCKETS)
    .map((signature) => bySignature.get(signature)!);
}

function findPage(directory: string, outDir: string): string | undefined {
  const page = join(directory, 'index.html');
  return existsSync(page) ? relative(outDir, page) : undefined;
}

/** Finds the run to compare with, if any. An unfinished run is not compared, since its missing tests are unknown. */
function findComparableRun({ end, request }: RunReport, manifest: Manifest): string | undefined {
  return UNFINISHED_STATUSES.includes(end) ? undefined : findEarlierRun(request.outDir, manifest);
}

/** Returns the changes since the last similar run; undefined if there is none, or it cannot be read. */
function findChanges(report: RunReport, manifest: Manifest): RunChanges | undefined {
  const earlier = findComparableRun(report, manifest);
  return earlier === undefined ? undefined : computeChanges(earlier, report, manifest, NO_WAIVERS);
}

/**
 * Returns the changes since an earlier run; undefined if that run cannot be read, which should not make this one fail.
 */
function computeChanges(
  earlier: string,
  report: RunReport,
  manifest: Manifest,
  waivers: Waivers,
): RunChanges | undefined {
  try {
    const { outDir } = report.request;
    const similar = listEarlierRuns(outDir, manifest, true);
    const nights = accumulateCoverage(report.coverage, similar, waivers.model);
    return findRunChanges(reportOnRun(earlier), report, waivers.model, nights);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    printNote(`Not compared with the earlier run "${earlier}": ${error.message}`);
    return undefined;
  }
}

/**
 * Loads the run's suite file, if given with `--suite-file`, to get the test names. Runs from other projects can be
 * reported on without it. Throws `UsageError` if this is not a run directory.
 */
export async function openSuiteForReport(directory: string, suiteFile: string | undefined): Promise<void> {
  const manifest = readRunManifest(directory);
  try {
    await openRunSuite(manifest, suiteFile);
  } catch (error) {
    printNote(`${(error as Error).message}; the page omits the slowest tests`);
  }
}

/**
 * Formats a stored run as `run` printed it, with the path of its page; in Markdown, as one block of code. `loaded` is the
 * run's report, if the caller already has it.
 */
export function formatStoredRun(directory: string, markdown: boolean, loaded?: RunReport): string {
  const { manifest } = openPastRun(directory);
  const report = loaded ?? withTriageFindings(reportOnRun(directory));
  const changes = findChanges(report, manifest);
  const text = [
    formatRun(report, makeColours(!markdown && isInteractive(RESULTS)), { changes }),
    `page      ${join(directory, 'index.html')}`,
  ].join('\n');
  return markdown ? formatMarkdownBlock(text.split('\n')).join('\n') : text;
}
