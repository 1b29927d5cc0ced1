import { dirname } from 'node:path';
import { closeHoles } from '../../closure/aim/index.js';
import type { RunChanges } from '../../closure/coverage/index.js';
import { formatMissedPercent, summariseCoverage } from '../../coverage/index.js';
import { describeDisproof, getProofFile, proveDueScenes } from '../../failures/explore/index.js';
import { getPictureStyle } from '../../failures/picture/index.js';
import { makeTriageProgress, type TriageOptions, triageRun } from '../../failures/triage/index.js';
import {
  BestEffortSteps,
  describeFileError,
  getErrorMessage,
  InfrastructureError,
} from '../../harness/basics/index.js';
import { getReporters } from '../../harness/extension/index.js';
import { findKnownIssue, isInternalError, listWarnings, type Waivers } from '../../harness/records/index.js';
import { type Bucket, type RunReport, UNFINISHED_STATUSES } from '../../harness/run-directory/index.js';
import {
  EXIT,
  type ExitCode,
  formatDuration,
  getTableWidth,
  getVerdictExitCode,
  isInteractive,
  printJson,
  printNote,
  printResult,
  RESULTS,
  watchInterrupts,
} from '../../harness/terminal/index.js';
import { formatQuantity, makeColours } from '../../harness/text/index.js';
import { NIGHTLY_SUITE } from '../../stimulus/index.js';
import type { RuleId } from '../../transactions/index.js';
import { recordRun } from '../history/index-runs.js';
import { withDrawableForms } from '../report/failure-pages.js';
import { writeJobSummary } from '../report/job-page.js';
import { reportTamperedFiles, writeRunFiles } from '../report/run-reports.js';
import { reportRerun } from '../run/rerun-comparison.js';
import { formatWarningCount } from '../text/phrases.js';
import { buildRunDocument } from '../text/run-document.js';
import { countJudged } from '../text/run-summary.js';
import { formatRun } from '../text/run-text.js';

/** How to evaluate a run and show its result. */
export interface Conclusion {
  /** The coverage to reach, in percent. */
  readonly gate: number | undefined;
  /** The rules whose warnings fail the gate unless an issue is known; empty for none. */
  readonly failOn: readonly RuleId[];
  /** Bins excluded from the gate and the coverage page. */
  readonly waivers: Waivers;
  readonly json: boolean;
  /**
   * Milliseconds to spend shrinking failures before showing them. Defaults to a tenth of a nightly run's time, and to 0
   * for other suites.
   */
  readonly triageMs?: number;
}

/** Writes a run directory's reports, prints the result, and returns the exit code. */
export async function concludeRun(runReport: RunReport, conclusion: Conclusion): Promise<ExitCode> {
  const interrupts = watchInterrupts(
    'Interrupted: skipping any remaining shrinking and images; interrupt again to exit immediately',
  );
  const steps = new BestEffortSteps(runReport.request.limits.ms, interrupts.signal);
  try {
    return await concludeUnlessInterrupted(runReport, conclusion, steps, interrupts.signal);
  } finally {
    interrupts.stop();
  }
}

async function concludeUnlessInterrupted(
  runReport: RunReport,
  conclusion: Conclusion,
  steps: BestEffortSteps,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { triageMs = getDefaultTriageMs(runReport) } = conclusion;
  await shrinkFailures(runReport, { budgetMs: triageMs, signal }, steps);
  const closing = await closeHoles(runReport, conclusion.waivers, steps, signal);
  await proveSmallScenes(runReport, steps, signal);
  reportTamperedFiles(runReport.request.outDir, steps);
  const complete = {
    ...withDrawableForms(runReport, steps),
    ...closing,
    ...reportRerun(runReport.request.outDir),
  };
  const changes = await writeReports(complete, conclusion.waivers, steps);
  for (const line of steps.missing) printNote(`Not in the report: ${line}`);
  const report = { ...complete, postRunErrors: steps.missing };
  addToHistory(report);
  writeJobSummary(report, process.env);
  if (conclusion.json) printJson(buildRunDocument(report));
  else
    printResult(
      formatRun(report, makeColours(isInteractive(RESULTS)), {
        style: getPictureStyle(RESULTS),
        changes,
        width: getTableWidth(RESULTS),
      }),
    );
  return runReporters(report, getExitCode(report, conclusion));
}

/**
 * Runs the user's reporters and returns the exit code. They run last, so their errors affect nothing else: only a run
 * that would have exited with 0 exits with `INFRASTRUCTURE` instead.
 */
async function runReporters(report: RunReport, verdict: ExitCode): Promise<ExitCode> {
  try {
    for (const reporter of getReporters())
      await reporter.onEnd({ result: buildRunDocument(report), directory: report.request.outDir });
    return verdict;
  } catch (error) {
    if (verdict === EXIT.OK) throw error;
    printNote(getErrorMessage(error));
    return verdict;
  }
}

const TRIAGE_FRACTION = 0.1;
/** The minimum time for triage, so that even short runs get a minimal reproduction. */
const MIN_TRIAGE_MS = 2000;

/** Returns the default triage time in ms: 0 for suites other than nightly, and after an interrupt to save time. */
function getDefaultTriageMs({ request: { suite, timeMs }, seconds, end }: RunReport): number {
  if (suite !== NIGHTLY_SUITE || end === 'interrupted') return 0;
  return Math.max(MIN_TRIAGE_MS, TRIAGE_FRACTION * (timeMs ?? 1000 * seconds));
}

/** The fraction of a nightly run's time spent on searching every order of small scenes. */
const PROOF_FRACTION = 0.05;

/** Searches small scenes in a nightly run without faults, for the testplan. The results do not affect the verdict. */
async function proveSmallScenes(
  { request, seconds, end }: RunReport,
  steps: BestEffortSteps,
  signal: AbortSignal,
): Promise<void> {
  const { suite, overrides, timeMs, outDir } = request;
  if (suite !== NIGHTLY_SUITE || overrides.faults.length > 0 || UNFINISHED_STATUSES.includes(end)) return;
  try {
    const onStart = (count: number, ms: number): void =>
      printNote(
        `Searching every order of ${formatQuantity(count, 'small scene')} for up to ${formatDuration(ms / 1000)}`,
      );
    const budgetMs = PROOF_FRACTION * (timeMs ?? 1000 * seconds);
    for (const proof of await proveDueScenes({ budgetMs, signal, onStart, file: getProofFile(outDir) }))
      if (proof.findings.length > 0) printNote(describeDisproof(proof));
  } catch (error) {
    steps.recordMissing('search of small scenes', new Error((error as Error).message));
  }
}

/** Shrinks failures, showing progress. After an interrupt, the failures shrunk so far are reported. */
async function shrinkFailures(
  report: RunReport,
  options: TriageOptions,
  steps: BestEffortSteps,
): Promise<void> {
  const { budgetMs } = options;
  if (budgetMs === 0 || report.tally.buckets.size === 0) return;
  const progress = makeTriageProgress(budgetMs);
  try {
    await triageRun(report, { ...options, onStep: progress.update }, steps);
  } finally {
    progress.stop();
  }
}

/**
 * Writes the reports, and returns the changes since the last similar run, if any. The results themselves are in the
 * log, so a full disk only affects the report.
 */
async function writeReports(
  report: RunReport,
  waivers: Waivers,
  steps: BestEffortSteps,
): Promise<RunChanges | undefined> {
  const { outDir } = report.request;
  try {
    return await writeRunFiles(report, { waivers, steps });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new InfrastructureError(
      `Cannot write the report for "${outDir}": ${describeFileError(error)}; the results are safe; fix the problem, then run "report ${outDir}" to write the report`,
    );
  }
}

/** Adds the run to the history. A write error does not fail the run, since the next `report` for the folder adds it. */
function addToHistory(report: RunReport): void {
  try {
    recordRun(report);
  } catch (error) {
    printNote(
      `The run is not in the history yet; "report ${dirname(report.request.outDir)}" will add it: ${(error as Error).message}`,
    );
  }
}

function getExitCode(report: RunReport, conclusion: Conclusion): ExitCode {
  if (report.end === 'interrupted') return EXIT.INTERRUPTED;
  const bug = findInternalError(report);
  if (bug !== undefined) {
    printNote(`Internal error, please report it: ${bug.signature}\n  ${bug.repro}`);
    return EXIT.INFRASTRUCTURE;
  }
  // A rerun of the failures of a run without any has nothing to judge, and shows no PASS.
  if (report.tally.tests === 0 && report.end === 'count') return EXIT.OK;
  const code = getVerdictExitCode(countJudged(report), EXIT.INFRASTRUCTURE);
  return code === EXIT.OK ? getGateExitCode(report, conclusion) : code;
}

/** Finds a testbench bug that is not a known issue, if any. All other tests still count. */
function findInternalError({ tally, request }: RunReport): Bucket | undefined {
  return [...tally.buckets.values()].find(
    (bucket) => isInternalError(bucket) && findKnownIssue(request.knownIssues, bucket) === undefined,
  );
}

/** Returns `GATE`, and prints a note, if a warning or a waived bin fails it or coverage is too low; otherwise `OK`. */
function getGateExitCode(
  { coverage, tally, request }: RunReport,
  { gate, failOn, waivers }: Conclusion,
): ExitCode {
  const warnings = listWarnings(tally.warnings, request.knownIssues).filter(
    ({ rule, unknown }) => unknown > 0 && failOn.includes(rule),
  );
  if (warnings.length > 0) {
    printNote(
      `Warning gate failed: ${warnings.map(formatWarningCount).join(', ')}; fix them, or accept them in --known-issues`,
    );
    return EXIT.GATE;
  }
  const hits = waivers.hits(coverage);
  if (hits.length > 0) {
    printNote(`Coverage gate failed: waived bins were hit; remove them from the waivers: ${hits.join(', ')}`);
    return EXIT.GATE;
  }
  if (gate === undefined) return EXIT.OK;
  const { percent } = summariseCoverage(coverage, waivers.model);
  if (percent >= gate) return EXIT.OK;
  printNote(`Coverage gate failed: ${formatMissedPercent(percent)} is below ${gate}%`);
  return EXIT.GATE;
}
