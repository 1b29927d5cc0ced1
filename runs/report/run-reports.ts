import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Afterwards } from '../../base/basics/index.js';
import { writeWhole } from '../../base/output/index.js';
import { pageScript, printNote } from '../../base/terminal/index.js';
import { shownWays, waysOfHoles } from '../../closure/aim/index.js';
import { firstHitLine, type RunChanges, runChanges } from '../../closure/coverage/index.js';
import { writeCoverageFiles } from '../../closure/coverage-command/index.js';
import { testplan } from '../../closure/testplan/index.js';
import { type Manifest, NO_WAIVERS, type Waivers } from '../../harness/records/index.js';
import {
  type Bucket,
  changedFiles,
  openPastRun,
  type RunReport,
  reportOf,
  testResults,
  UNFINISHED,
} from '../../harness/run-directory/index.js';
import { UsageError } from '../../transactions/index.js';
import { PAGE_SCRIPTS, runPage } from '../page/run-page.js';
import type { ShownFailure } from '../page/shown-run.js';
import { earlierRun } from '../run/earlier-run.js';
import { junitXml } from '../text/junit.js';
import { resultsJson } from '../text/results-document.js';
import { runMarkdown } from '../text/run-markdown.js';
import { type RunSummary, summariseRun } from '../text/run-summary.js';
import { listedFailures, shownFailure } from './failure-files.js';
import { withShrunkPages } from './failure-pages.js';
import { NIGHTS_FILE } from './nights-file.js';

/** Every test with its result, for other programs. */
const RESULTS_FILE = 'results.json';

/** Buckets whose failure is shown with message and picture; the others have their lines. */
const FAILURES_SHOWN = 10;
/** What the files of a run are made with. */
export interface RunFileOptions {
  /** They change the percentages of the page. */
  readonly waivers?: Waivers;
  /** Holes of which the page says how they could be hit; 0 by default. */
  readonly ways?: number;
  /** Is told what fails in the files; they say so too. */
  readonly after?: Afterwards;
}

/** Says of each file of a run that it is not what the log of the run has; whatever rests on it is left out. */
export function loseChanged(directory: string, after: Afterwards): void {
  for (const { file, why } of changedFiles(directory)) after.lose(relative(directory, file), new Error(why));
}

/**
 * Writes the files of a run directory that people and other tools read; all come from what the run has stored. What other programs read
 * comes first, and a picture or page that fails costs no other file. Gives what changed since the last run like it.
 */
export async function writeRunFiles(
  ran: RunReport,
  { waivers = NO_WAIVERS, ways = 0, after = new Afterwards() }: RunFileOptions = {},
): Promise<RunChanges | undefined> {
  const { outDir } = ran.request;
  const past = openPastRun(outDir);
  const { manifest } = past;
  writeCoverageFiles(ran.coverage, join(outDir, 'coverage'), { time: manifest.startedAt });
  writeWhole(join(outDir, 'junit.xml'), junitXml(ran));
  const results = testResults(past);
  writeWhole(join(outDir, RESULTS_FILE), resultsJson(ran, manifest, results));
  const paged = withShrunkPages(ran, after);
  const failures = await failuresOf(paged, after);
  const earlier = comparableRun(ran, manifest);
  const changes =
    earlier === undefined
      ? undefined
      : after.always(`changes since ${earlier}`, () => changesSince(earlier, paged, waivers));
  const report = { ...paged, lost: after.lost };
  const summary = summariseRun(report);
  writeWhole(join(outDir, 'report.md'), runMarkdown(report, changes, summary));
  const page = runPage(
    {
      report,
      summary,
      manifest,
      failures,
      results,
      plan: testplan([report]),
      waivers,
      ways: shownWays(ways === 0 ? [] : waysOfHoles(report.coverage, waivers.model, [outDir], ways), [
        outDir,
      ]),
      lineOf: firstHitLine,
      ...(earlier === undefined || changes === undefined ? {} : { changes, ...pageBeside(earlier) }),
      ...nightsBeside(outDir),
    },
    PAGE_SCRIPTS.map(pageScript),
  );
  writeWhole(join(outDir, 'index.html'), page);
  return changes;
}

/** Failures with message and picture, then others with their links. Signals are heard between two of them. */
async function failuresOf(report: RunReport, after: Afterwards): Promise<readonly ShownFailure[]> {
  const { outDir } = report.request;
  const summary = summariseRun(report);
  const shown = shownBuckets(summary);
  const failures: ShownFailure[] = [];
  for (const bucket of shown) {
    await setImmediate();
    failures.push(...shownFailure(outDir, bucket, after));
  }
  await setImmediate();
  const others = summary.buckets.filter((bucket) => !shown.includes(bucket));
  return [...failures, ...listedFailures(outDir, others, after)];
}

/** The bucket with the smallest failure of each group, as long as there is room, then the largest buckets. */
function shownBuckets({ groups, buckets }: RunSummary): Bucket[] {
  const leading = groups
    // Failures that show a bug besides another one belong to the other.
    .filter(({ shownBy }) => shownBy === undefined)
    .map((group) => group.buckets.find(({ smallest }) => smallest === group.smallest)!.signature);
  const bySignature = new Map(buckets.map((bucket) => [bucket.signature, bucket]));
  return [...new Set([...leading, ...bySignature.keys()])]
    .slice(0, FAILURES_SHOWN)
    .map((signature) => bySignature.get(signature)!);
}

/** The page of a run in a directory beside this one, where it has been written. */
function pageBeside(directory: string): { readonly earlierPage?: string } {
  const isWritten = existsSync(join(directory, 'index.html'));
  return isWritten ? { earlierPage: `../${basename(directory)}/index.html` } : {};
}

/** The page of trends in the folder of this run, where it has been written. */
function nightsBeside(outDir: string): { readonly nightsPage?: string } {
  return existsSync(join(outDir, '..', NIGHTS_FILE)) ? { nightsPage: `../${NIGHTS_FILE}` } : {};
}

/** The run to compare with: a part of a run says nothing of what it has not run yet. */
function comparableRun({ end, request }: RunReport, manifest: Manifest): string | undefined {
  return UNFINISHED.includes(end) ? undefined : earlierRun(request.outDir, manifest);
}

/** What changed since the last run like this one; undefined where there is none. */
export function changesOf(report: RunReport, manifest: Manifest): RunChanges | undefined {
  const earlier = comparableRun(report, manifest);
  return earlier === undefined ? undefined : changesSince(earlier, report, NO_WAIVERS);
}

/** This run is finished, so an error in another run must not fail it: a run that cannot be read is skipped. */
function changesSince(earlier: string, report: RunReport, waivers: Waivers): RunChanges | undefined {
  try {
    return runChanges(reportOf(earlier), report, waivers.model);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    printNote(`Not compared with the earlier run "${earlier}": ${error.message}`);
    return undefined;
  }
}
