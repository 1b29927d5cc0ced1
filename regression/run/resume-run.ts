import { emptyCoverage, foldCoverage, mergeCoverage } from '../../coverage/index.js';
import { UsageError } from '../../transactions/index.js';
import { requireConfigOfRun } from '../extension/opened-config.js';
import { describeHost, isOfThisVersion, type Manifest, originText } from '../records/manifest.js';
import { isBeingWritten, lockRunDirectory } from '../records/run-lock.js';
import { isOpen, openSuiteOfRun } from '../suite-files/opened-suites.js';
import { openLoggedRun, openPastRun, type PastRun } from './past-run.js';
import { type PlanPart, planPart } from './plan-part.js';
import { type EndedEvent, type RunStanding, UNFINISHED } from './run-event.js';
import { failureLine, type RunReport, type RunRequest, type RunWatch, requestOf } from './run-request.js';
import { RunStore } from './run-store.js';
import { runInStore, unseenFault } from './run-suite.js';
import { Tally } from './tally.js';
import { readTriage } from './triage-file.js';

/** Where a run resumes, and its new end in place of the original one. */
export type Resumption = Pick<RunRequest, 'workers' | 'queue' | 'queueKey' | 'timeMs'> & {
  /** Tests in total. */
  readonly count?: number;
  /** The file that `--suite-file` names. */
  readonly suiteFile?: string;
};

/**
 * Resumes the run of a directory, however it ended, with the results of an uninterrupted one; for a finished run it
 * writes the report again, unless more tests are requested. Throws `UsageError` for what is no run directory, is in
 * use, or was made by other code.
 */
export async function resumeRun(
  directory: string,
  resumption: Resumption,
  watch: RunWatch = {},
): Promise<RunReport> {
  const { workers, queue, queueKey } = resumption;
  const { manifest } = openPastRun(directory);
  checkOrigin(manifest);
  requireConfigOfRun(manifest.config ?? null);
  await openSuiteOfRun(manifest, resumption.suiteFile);
  const release = lockRunDirectory(directory);
  try {
    const past = openPastRun(directory);
    const further = extended(past, resumption);
    const isOver = past.ended !== undefined && !UNFINISHED.includes(past.ended.by);
    if (isOver && further === undefined) return finishedReport(past, past.ended!);
    const stored = requestOf(further ?? past.manifest, directory, workers);
    const request = {
      ...stored,
      ...(queue === undefined ? {} : { queue }),
      ...(queueKey === undefined ? {} : { queueKey }),
    };
    const part = planPart(request);
    checkNoGap(past, part);
    return await runInStore(request, part, RunStore.reopen(past, release, further), watch, past);
  } finally {
    release();
  }
}

/** A run goes on after its last test; one that was merged may lack tests before that, which only its parts can run. */
function checkNoGap({ manifest, spans, tests }: PastRun, part: PlanPart): void {
  let next = part.first;
  for (const [first, count] of spans) {
    if (first !== next) {
      throw new UsageError(
        `Cannot resume run ${manifest.runId}: it was merged from ${tests} tests without numbers ${next} to ${first - 1} of the plan; resume the part that lacks them, then merge again`,
      );
    }
    next += count;
  }
}

/** The manifest of a run that is extended to more tests or time; undefined if it is not. */
function extended(
  { manifest, ended, tests, elapsedMs }: PastRun,
  { count, timeMs }: Resumption,
): Manifest | undefined {
  if (count === undefined && timeMs === undefined) return undefined;
  if (manifest.shard !== null || manifest.list !== null) {
    throw new UsageError(
      `Cannot use --count or --time with --resume of run ${manifest.runId}: it has a fixed list of tests; start a new run for more`,
    );
  }
  if (count !== undefined && count < tests) {
    throw new UsageError(`Invalid --count ${count}: the run already has ${tests} tests; expected more`);
  }
  if (timeMs !== undefined && timeMs <= elapsedMs) {
    const taken = `${(elapsedMs / 1000).toFixed(1)} s`;
    throw new UsageError(`Invalid --time: the run has already taken ${taken}; expected more`);
  }
  // Who asks for more tests after `--until` ended the run has seen what they would bring.
  const { gainPercentMin: _, ...untilItsEnd } = manifest;
  return {
    ...(ended?.by === 'saturated' ? untilItsEnd : manifest),
    ...(count === undefined ? {} : { count }),
    ...(timeMs === undefined ? {} : { timeSeconds: timeMs / 1000 }),
  };
}

/** The report of a run directory, however its run stands; one that was killed counts as interrupted. Throws `UsageError` without a log. */
export function reportOf(directory: string): RunReport {
  const past = openLoggedRun(directory);
  return finishedReport(past, endOf(past));
}

/** The same from what the directory stores alone: no test is run to say whether an unseen fault acts. */
export function storedReport(directory: string): {
  readonly report: RunReport;
  readonly manifest: Manifest;
} {
  const past = openPastRun(directory);
  return { report: loggedReport(past, endOf(past)), manifest: past.manifest };
}

/** Figures of a run's end, or of how far it is. */
type Standing = Omit<EndedEvent, 'event' | 'by'> & { readonly by: RunStanding };

function endOf({ ended, tests, elapsedMs, manifest, directory }: PastRun): Standing {
  if (ended !== undefined) return ended;
  const by = isBeingWritten(directory) ? 'running' : 'interrupted';
  return { tests, by, seconds: elapsedMs / 1000, kept: 0, workers: manifest.workers };
}

/** The report of a run that is over, from its log; whether unseen faults act is left out where the suite's file is not open. */
function finishedReport(past: PastRun, ended: Standing): RunReport {
  const report = loggedReport(past, ended);
  const { request } = report;
  if (!isOpen(request)) return report;
  return { ...report, ...unseenFault(report, () => planPart(request)) };
}

function loggedReport(past: PastRun, ended: Standing): RunReport {
  const request = requestOf(past.manifest, past.directory, ended.workers);
  const tally = new Tally();
  let coverage = emptyCoverage();
  for (const result of past.results()) {
    tally.add(result, (failure) => failureLine(request, failure));
    if (result.coverage !== undefined) coverage = foldCoverage(mergeCoverage(coverage, result.coverage));
  }
  const { by: end, seconds, kept, coordinatorSeconds, peakBytes } = ended;
  const own = {
    ...(coordinatorSeconds === undefined ? {} : { coordinatorSeconds }),
    ...(peakBytes === undefined ? {} : { peakBytes }),
  };
  return { request, tally, coverage, end, seconds, ...own, kept, ...readTriage(past.directory) };
}

/** Tests of two versions do not make one run. */
function checkOrigin(manifest: Manifest): void {
  if (isOfThisVersion(manifest)) return;
  throw new UsageError(
    `Cannot resume run ${manifest.runId}: it was made by ${originText(manifest)}, but this is ${originText(describeHost())}; check out that version, or start a new run`,
  );
}
