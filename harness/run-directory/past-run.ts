import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../transactions/index.js';
import { RUN_FILES, requirePlainDirectory } from '../basics/index.js';
import { type Manifest, readManifest } from '../records/manifest.js';
import type { LoggedResult } from '../workers/batch-result.js';
import { type LogPrefix, readLog } from './event-log.js';
import { type LoggedBatch, readBatches, readResults } from './logged-result.js';
import type { EndedEvent, RunEvent } from './run-event.js';

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

/**
 * Reads a run directory. A truncated or corrupt log is read up to the first bad record. Throws `UsageError` if it is
 * not a run directory or if it contains links.
 */
export function openPastRun(directory: string): PastRun {
  const manifest = readManifest(directory);
  requirePlainDirectory(directory);
  const file = join(directory, RUN_FILES.log);
  const { events, ends }: LogPrefix = existsSync(file) ? readLog(file) : { events: [], ends: [] };
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
