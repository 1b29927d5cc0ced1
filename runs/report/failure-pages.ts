import { join, relative } from 'node:path';
import { drawShrunkPicture, formatShrunkCommand } from '../../failures/shrink/index.js';
import { withTriageFindings } from '../../failures/triage/index.js';
import { PageLines, packRun, renderViewerPage, type ViewerRun } from '../../failures/viewer/index.js';
import { type BestEffortSteps, FAILURE_FILES } from '../../harness/basics/index.js';
import {
  type ReplayResult,
  replayScenario,
  runScenarioTest,
  writeTrace,
} from '../../harness/one-test/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { readViewerScript } from '../../harness/terminal/index.js';
import type { ShrunkFailure } from '../../harness/triage-findings/index.js';
import type { Scenario } from '../../transactions/index.js';
import { PAGE_DIAGRAM_STYLE } from '../page/page-data.js';

/** Maximum number of transactions in a failure's trace and page; `replay --trace` writes all of them. */
const MAX_TRANSACTIONS = 100_000;

/**
 * Reruns a failure that the report shows in full, and writes its trace and page next to it. For a long run, the page
 * only covers a window around the violation's cycle (`cycle`), and the trace only covers the start of the run. Returns
 * the rerun's witness and verdict.
 */
export function writeShownPage(
  scenario: Scenario,
  folder: string,
  repro: string,
  cycle: number,
): Pick<ReplayResult, 'witness' | 'verdict'> {
  const pageLines = new PageLines(cycle, MAX_TRANSACTIONS);
  const { witness, verdict } = replayScenario(scenario, { trace: pageLines.add });
  writeTrace(folder, scenario, pageLines.first);
  const run = { scenario, ...pageLines.kept, violations: verdict.violations, waves: witness?.waves ?? [] };
  writePage(join(folder, FAILURE_FILES.viewer), run, repro);
  return { verdict, ...(witness === undefined ? {} : { witness }) };
}

/** Writes the page for a failure that the report only lists. Returns the number of transactions on the page. */
export function writeListedPage(scenario: Scenario, folder: string, repro: string, cycle: number): number {
  const { run, size } = traceRun(scenario, cycle);
  writePage(join(folder, FAILURE_FILES.viewer), run, repro);
  return size;
}

/** Writes a page for each minimal reproduction found by triage, and adds the page's path to the report. */
export function withShrunkPages(report: RunReport, steps: BestEffortSteps): RunReport {
  return mapShrunkFailures(report, (failure) => {
    const page = steps.attempt(`page for ${failure.file}`, () => writeShrunkPage(failure));
    return page === undefined ? failure : { ...failure, viewer: relative(report.request.outDir, page) };
  });
}

function writeShrunkPage(failure: ShrunkFailure): string {
  const { file, scenario, witness } = failure;
  const page = file.replace(/\.json$/, '.html');
  const { run } = traceRun(scenario, witness?.violation?.cycle);
  writePage(page, { ...run, waves: witness?.waves ?? [] }, formatShrunkCommand(failure));
  return page;
}

/** Runs a scenario and returns what its page shows: all transactions if they fit, otherwise those around `cycle`. */
function traceRun(scenario: Scenario, cycle = 0): { readonly run: ViewerRun; readonly size: number } {
  const pageLines = new PageLines(cycle, MAX_TRANSACTIONS);
  const { verdict } = runScenarioTest(scenario, { sink: pageLines.add });
  const run = { scenario, ...pageLines.kept, violations: verdict.violations, waves: [] };
  return { run, size: Math.min(pageLines.total, MAX_TRANSACTIONS) };
}

function writePage(file: string, run: ViewerRun, repro: string): void {
  writeAtomic(file, renderViewerPage(packRun(run), repro, readViewerScript()));
}

/**
 * Adds the triage findings to a report. If a minimal form cannot be drawn, only its diagram is omitted.
 */
export function withDrawableForms(report: RunReport, steps: BestEffortSteps): RunReport {
  return mapShrunkFailures(withTriageFindings(report, steps), (failure) => {
    const picture = steps.attempt(`diagram of ${failure.file}`, () =>
      drawShrunkPicture(failure, PAGE_DIAGRAM_STYLE),
    );
    if (picture !== undefined) return failure;
    const { witness: _undrawable, ...rest } = failure;
    return rest;
  });
}

/** Replaces each minimal form in a report with the result of `change`. */
function mapShrunkFailures(report: RunReport, change: (failure: ShrunkFailure) => ShrunkFailure): RunReport {
  const { shrunk } = report;
  return {
    ...report,
    ...(shrunk && { shrunk: new Map(Array.from(shrunk, ([name, failure]) => [name, change(failure)])) }),
  };
}
