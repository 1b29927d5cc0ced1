import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  FAILURE_FILES,
  lineToPaste,
  type RunReport,
  readScenarioFile,
  replayScenario,
  runScenarioTest,
  type ShrunkFailure,
  shellWord,
  TraceLines,
  type Witness,
  writeWhole,
} from '../regression/index.js';
import { packRun, type RunBeside, type ShownRun, shrunkLine, viewerPage } from '../report/index.js';
import type { Scenario } from '../transactions/index.js';
import { viewerScript } from './built-scripts.js';

/** Transactions of the trace shown with a failure; `replay --trace` writes more. */
const TRACED_MAX = 100_000;

/** Runs a failure that the report shows in full again, and leaves its trace and its own page beside it. */
export function writeShownPage(scenario: Scenario, folder: string, repro: string): Witness | undefined {
  const trace = new TraceLines(TRACED_MAX);
  const { witness, verdict } = replayScenario(scenario, { trace: trace.take });
  trace.write(folder, scenario);
  const run = { scenario, lines: trace.kept, violations: verdict.violations, cast: witness?.waves ?? [] };
  writePage(join(folder, FAILURE_FILES.viewer), run, repro);
  return witness;
}

/** Leaves its own page beside a failure that the report lists; returns how many transactions the page has. */
export function writeListedPage(scenario: Scenario, folder: string, repro: string): number {
  const run = tracedRun(scenario);
  writePage(join(folder, FAILURE_FILES.viewer), run, repro);
  return run.lines.length;
}

/** Writes the page of each smallest form that triage found, with the nearest passing run where one is stored, and says where it is. */
export function withShrunkPages(report: RunReport): RunReport {
  const { shrunk, separations, request } = report;
  const paged = (failure: ShrunkFailure): ShrunkFailure => ({
    ...failure,
    viewer: relative(request.outDir, writeShrunkPage(failure)),
  });
  return {
    ...report,
    ...(shrunk && { shrunk: new Map(Array.from(shrunk, ([name, failure]) => [name, paged(failure)])) }),
    ...(separations && {
      separations: separations.map((each) => (each.alone ? { ...each, alone: paged(each.alone) } : each)),
    }),
  };
}

function writeShrunkPage(failure: ShrunkFailure): string {
  const { file, scenario, witness } = failure;
  const page = file.replace(/\.json$/, '.html');
  const run = { ...tracedRun(scenario), cast: witness?.waves ?? [] };
  const isOfWhy = file === join(dirname(file), FAILURE_FILES.shrunk);
  const pass = isOfWhy ? nearestPass(dirname(file)) : undefined;
  writePage(page, pass === undefined ? run : { ...run, other: pass }, shrunkLine(failure));
  return page;
}

function nearestPass(folder: string): RunBeside | undefined {
  const file = join(folder, FAILURE_FILES.nearestPass);
  const scenario = existsSync(file) ? readScenarioFile(file) : undefined;
  if (scenario === undefined) return undefined;
  const { lines, violations } = tracedRun(scenario);
  const repro = lineToPaste('replay', shellWord(file));
  return { scenario, lines, violations, repro, sharesChoices: false };
}

function tracedRun(scenario: Scenario): ShownRun {
  const trace = new TraceLines(TRACED_MAX);
  const { verdict } = runScenarioTest(scenario, { sink: trace.take });
  return { scenario, lines: trace.kept, violations: verdict.violations, cast: [] };
}

function writePage(file: string, run: ShownRun, repro: string): void {
  writeWhole(file, viewerPage(packRun(run), repro, viewerScript()));
}
