import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { present } from '../../arch/index.js';
import { createEmptyCoverage, foldCoverage, mergeCoverage } from '../../coverage/index.js';
import { countsAsFinding, escapeAllStrings, UsageError } from '../../transactions/index.js';
import { RUN_FILES, requirePlainDirectory } from '../basics/index.js';
import { readBounded } from '../input/index.js';
import { compareWithFaultFree } from '../one-test/fault-effect.js';
import { openCorpus } from '../programs/corpus-files.js';
import { OUTCOMES } from '../records/finding.js';
import { type Manifest, readManifest } from '../records/manifest.js';
import { isBeingWritten } from '../records/run-lock.js';
import { listWarnings } from '../records/warning-counts.js';
import { findApplicableFaults, findSequence } from '../selection/selection.js';
import { isLoaded } from '../suite-files/opened-suites.js';
import type { LoggedResult } from '../workers/batch-result.js';
import { type LogPrefix, readLog } from './event-log.js';
import { hashContents, noteLogDamage, readLogged } from './logged-files.js';
import { type LoggedBatch, readBatches, readResults } from './logged-result.js';
import { getPlanSlice, type PlanSlice } from './plan-slice.js';
import type { EndedEvent, RunEvent, RunStatus } from './run-event.js';
import { formatReproCommand, type RunReport, restoreRequest } from './run-request.js';
import { Tally } from './tally.js';
import { readHoleSearch, readRerunComparison, readTriage } from './triage-file.js';

/**
 * Creates the report for a run directory in any state. A killed run is reported as interrupted. Throws `UsageError` if
 * there is no log.
 */
export function reportOnRun(directory: string): RunReport {
  const pastRun = openLoggedRun(directory);
  return makeFinishedReport(pastRun, summariseRun(pastRun));
}

/**
 * Creates the report for a run directory from stored data. Does not run tests to find out whether an undetected fault
 * has an effect.
 */
export function loadStoredReport(directory: string): {
  readonly report: RunReport;
  readonly manifest: Manifest;
} {
  const pastRun = openPastRun(directory);
  return { report: makeLoggedReport(pastRun, summariseRun(pastRun)), manifest: pastRun.manifest };
}

/** A run's final totals, or its current ones if it is unfinished. */
type RunSummary = Omit<EndedEvent, 'event' | 'by'> & { readonly by: RunStatus };

function summariseRun({ ended, tests, elapsedMs, manifest, directory }: PastRun): RunSummary {
  if (ended !== undefined) return ended;
  const by = isBeingWritten(directory) ? 'running' : 'interrupted';
  return { tests, by, seconds: elapsedMs / 1000, kept: 0, workers: manifest.workers };
}

/**
 * Creates the report for a finished run from its log. If the suite is built in or its file is loaded, also checks
 * whether undetected faults have an effect.
 */
export function makeFinishedReport(pastRun: PastRun, summary: RunSummary): RunReport {
  const report = makeLoggedReport(pastRun, summary);
  const { request } = report;
  if (!isLoaded(request)) return report;
  return { ...report, ...checkForUndetectedFault(report, () => getPlanSlice(request)) };
}

function makeLoggedReport(pastRun: PastRun, summary: RunSummary): RunReport {
  const request = restoreRequest(pastRun.manifest, pastRun.directory, summary.workers);
  const tally = new Tally();
  let coverage = createEmptyCoverage();
  for (const result of pastRun.results()) {
    tally.add(result, (failure) => formatReproCommand(request, failure));
    if (result.coverage !== undefined) coverage = foldCoverage(mergeCoverage(coverage, result.coverage));
  }
  const { by: end, seconds, kept, coordinatorSeconds, peakBytes } = summary;
  return {
    request,
    tally,
    coverage,
    end,
    seconds,
    ...present({ coordinatorSeconds, peakBytes }),
    kept,
    ...readTriage(pastRun.directory),
    ...readRerunComparison(pastRun.directory),
    ...readHoleSearch(pastRun.directory),
  };
}

/** A run loaded from its directory, however it ended. */
export interface PastRun {
  readonly directory: string;
  readonly manifest: Manifest;
  /** The finished batches, in log order. They are decoded again on each call. */
  readonly results: () => Generator<LoggedResult>;
  /** The finished batches without counts and coverage. This is ten times faster to read. */
  readonly batches: () => Generator<LoggedBatch>;
  /** The number of tests in the finished batches. */
  readonly tests: number;
  /** The plan position of each batch's first test, and the number of tests in the batch. */
  readonly spans: readonly (readonly [first: number, tests: number])[];
  /** The length in bytes of the log up to its last finished batch. Anything later belongs to tests without results. */
  readonly logBytes: number;
  /** The hashes logged after `logBytes`, for files that triage wrote. */
  readonly laterHashes: Readonly<Record<string, string>>;
  /** The run time in milliseconds at which the last batch was logged. */
  readonly elapsedMs: number;
  /** How the run ended; absent if it was killed, has been resumed or is in progress. */
  readonly ended?: EndedEvent;
}

/** Like `readManifest`, but throws `UsageError` if the manifest is not the one that the run's log names. */
export function readRunManifest(directory: string): Manifest {
  const manifest = readManifest(directory);
  readLogged('manifest', join(directory, RUN_FILES.manifest));
  return manifest;
}

/**
 * Reads a run directory. A truncated or corrupt log is read up to the first bad record or the first
 * batch without its failures. Throws `UsageError` if it is
 * not a run directory, if it contains links, or if its manifest is not the one that the log names.
 */
export function openPastRun(directory: string): PastRun {
  const manifest = readManifest(directory);
  requirePlainDirectory(directory);
  const file = join(directory, RUN_FILES.log);
  const { events: allEvents, ends }: LogPrefix = existsSync(file) ? readLog(file) : { events: [], ends: [] };
  const events = allEvents.slice(0, countProvenEvents(allEvents));
  requireManifestOf(events, directory, manifest);
  noteLogDamage(directory);
  const lastIndex = events.findLastIndex(({ event }) => event === 'finished' || event === 'started');
  const keptEvents = events.slice(0, lastIndex + 1);
  const batches = keptEvents.filter((event) => event.event === 'finished');
  const tests = batches.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const lastEvent = events.findLast(({ event }) => event !== 'files');
  // Otherwise records are missing, and the run has to be resumed.
  const hasEnded = lastEvent?.event === 'ended' && lastEvent.tests === tests;
  return {
    directory,
    manifest,
    results: () => readResults(keptEvents),
    batches: () => readBatches(keptEvents),
    spans: batches.map(({ first, outcomes }) => [first, outcomes.length]),
    tests,
    logBytes: ends[lastIndex] ?? 0,
    laterHashes: mergeHashes(events.slice(lastIndex + 1)),
    elapsedMs: batches.at(-1)?.elapsedMs ?? 0,
    ...(hasEnded ? { ended: lastEvent } : {}),
  };
}

/** Returns how many records precede the first batch without the `failed` records of its tests that did not pass. */
function countProvenEvents(events: readonly RunEvent[]): number {
  let failed: string[] = [];
  const unproven = events.findIndex((event) => {
    const before = failed;
    failed = event.event === 'failed' ? [...before, event.outcome] : [];
    if (event.event !== 'finished') return false;
    const names = Array.from(event.outcomes, (outcome) => OUTCOMES[outcome]!);
    return !isDeepStrictEqual(
      names.filter((name) => name !== 'passed'),
      before,
    );
  });
  return unproven < 0 ? events.length : unproven;
}

/** Throws `UsageError` if a manifest, which says what is judged and excused, is not the one of a log. */
function requireManifestOf(
  events: readonly RunEvent[],
  directory: string,
  { runId, suite, seed }: Manifest,
): void {
  const file = join(directory, RUN_FILES.manifest);
  const hashes = events.flatMap((event) =>
    event.event === 'files' ? (event.hashes[RUN_FILES.manifest] ?? []) : [],
  );
  const [start] = events;
  const first = { event: 'started', runId, suite, seed };
  // Logs of earlier versions have no hash.
  const isOfLog =
    hashes.length > 0
      ? hashes.includes(hashContents(readBounded('manifest', file)))
      : start?.event !== 'started' || isDeepStrictEqual(escapeAllStrings(start), first);
  if (!isOfLog) throw new UsageError(`Cannot use "${file}": corrupt or modified: it does not match the log`);
}

function mergeHashes(events: readonly RunEvent[]): Readonly<Record<string, string>> {
  return Object.assign({}, ...events.map((event) => (event.event === 'files' ? event.hashes : {})));
}

/** Like `openPastRun`, but throws `UsageError` if the log is missing, rather than treating the run as empty. */
export function openLoggedRun(directory: string): PastRun {
  const past = openPastRun(directory);
  if (hasLog(directory)) return past;
  throw new UsageError(`Cannot read run ${directory}: its ${RUN_FILES.log} is missing`);
}

/** Whether a run directory has a log. */
export function hasLog(directory: string): boolean {
  return existsSync(join(directory, RUN_FILES.log));
}

/** Whether a path is a directory that contains a run, finished or not. */
export function isRunDirectory(path: string): boolean {
  return existsSync(join(path, RUN_FILES.manifest));
}

/** The maximum number of tests to compare with their fault-free counterparts when a fault goes undetected. */
const MAX_COMPARED = 10;

/** The maximum number of tests to examine when looking for tests that a fault applies to. */
const MAX_EXAMINED = 1000;

/** For a run with faults but no failures, checks whether the faults have any effect. Returns nothing for other runs. */
export function checkForUndetectedFault(
  { request, tally }: Pick<RunReport, 'request' | 'tally'>,
  getSlice: () => PlanSlice,
): Pick<RunReport, 'undetectedFault'> {
  if (request.overrides.faults.length === 0 || tally.passed < tally.tests) return {};
  const plan = getSlice().tests();
  const tests = Array.from({ length: Math.min(MAX_EXAMINED, tally.tests) }, () => plan.next().value!)
    .filter(
      ({ sequence }) =>
        findApplicableFaults(findSequence(sequence, request.suite), request.overrides).length > 0,
    )
    .slice(0, MAX_COMPARED);
  const { faults } = request.overrides;
  const warned = listWarnings(tally.warnings, request.knownIssues)
    .filter(({ rule }) => faults.some((id) => countsAsFinding(id, rule)))
    .map(({ places }) => places[0]!.first);
  const { suite, overrides } = request;
  return { undetectedFault: compareWithFaultFree(tests, suite, overrides, openCorpus(), warned) };
}
