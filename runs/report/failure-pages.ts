import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Afterwards, FAILURE_FILES, shellWord } from '../../base/basics/index.js';
import { writeWhole } from '../../base/output/index.js';
import { viewerScript } from '../../base/terminal/index.js';
import { shrunkLine } from '../../failures/shrink/index.js';
import { readScenarioFile } from '../../failures/stored/index.js';
import {
  PageLines,
  packRun,
  type RunBeside,
  type ShownRun,
  viewerPage,
} from '../../failures/viewer/index.js';
import {
  type ReplayResult,
  replayScenario,
  runScenarioTest,
  writeTrace,
} from '../../harness/one-test/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { lineToPaste } from '../../harness/selection/index.js';
import type { ShrunkFailure } from '../../harness/triage-findings/index.js';
import type { Scenario } from '../../transactions/index.js';
import { withEachForm } from './shrunk-forms.js';

/** Transactions of the trace and of the page beside a failure; `replay --trace` writes more. */
const TRACED_MAX = 100_000;

/**
 * Runs a failure that the report shows in full again, and writes its trace and its own page beside it. The page of a
 * long run is cut to a window around `cycle`, where the violation is; its trace has the beginning. Gives what it showed.
 */
export function writeShownPage(
  scenario: Scenario,
  folder: string,
  repro: string,
  cycle: number,
): Pick<ReplayResult, 'witness' | 'verdict'> {
  const taken = new PageLines(cycle, TRACED_MAX);
  const { witness, verdict } = replayScenario(scenario, { trace: taken.take });
  writeTrace(folder, scenario, taken.first);
  const run = { scenario, ...taken.kept, violations: verdict.violations, cast: witness?.waves ?? [] };
  writePage(join(folder, FAILURE_FILES.viewer), run, repro);
  return { verdict, ...(witness === undefined ? {} : { witness }) };
}

/** Writes the page of a failure that the report lists beside it; returns the number of transactions on the page. */
export function writeListedPage(scenario: Scenario, folder: string, repro: string, cycle: number): number {
  const { run, size } = tracedRun(scenario, cycle);
  writePage(join(folder, FAILURE_FILES.viewer), run, repro);
  return size;
}

/** Writes the page of each smallest form that triage found, with the nearest passing run where one is stored, and says where it is. */
export function withShrunkPages(report: RunReport, after: Afterwards): RunReport {
  return withEachForm(report, (failure) => {
    const page = after.attempt(`page of ${failure.file}`, () => writeShrunkPage(failure));
    return page === undefined ? failure : { ...failure, viewer: relative(report.request.outDir, page) };
  });
}

function writeShrunkPage(failure: ShrunkFailure): string {
  const { file, scenario, witness } = failure;
  const page = file.replace(/\.json$/, '.html');
  const { run } = tracedRun(scenario, witness?.violation?.cycle);
  const isOfWhy = file === join(dirname(file), FAILURE_FILES.shrunk);
  // Two runs are compared from their beginnings on.
  const other = isOfWhy && run.window === undefined ? nearestPass(dirname(file)) : undefined;
  writePage(page, { ...run, cast: witness?.waves ?? [], other }, shrunkLine(failure));
  return page;
}

function nearestPass(folder: string): RunBeside | undefined {
  const file = join(folder, FAILURE_FILES.nearestPass);
  const scenario = existsSync(file) ? readScenarioFile(file) : undefined;
  if (scenario === undefined) return undefined;
  const { lines, violations } = tracedRun(scenario).run;
  const repro = lineToPaste('replay', shellWord(file));
  return { scenario, lines, violations, repro, sharesChoices: false };
}

/** A run for its page, and how many transactions of it the page has: those around a cycle where there are too many. */
function tracedRun(scenario: Scenario, cycle = 0): { readonly run: ShownRun; readonly size: number } {
  const taken = new PageLines(cycle, TRACED_MAX);
  const { verdict } = runScenarioTest(scenario, { sink: taken.take });
  const run = { scenario, ...taken.kept, violations: verdict.violations, cast: [] };
  return { run, size: Math.min(taken.total, TRACED_MAX) };
}

function writePage(file: string, run: ShownRun, repro: string): void {
  writeWhole(file, viewerPage(packRun(run), repro, viewerScript()));
}
