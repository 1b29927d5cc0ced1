import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FILES, requirePlainDirectory } from '../../base/basics/index.js';
import { UsageError } from '../../transactions/index.js';
import { type Manifest, readManifest } from '../records/manifest.js';
import type { LoggedResult } from '../workers/batch-result.js';
import { type LogPrefix, readLog } from './event-log.js';
import { batchesIn, type LoggedBatch, resultsIn } from './logged-result.js';
import type { EndedEvent, RunEvent } from './run-event.js';

/** The run of a run directory, however it ended. */
export interface PastRun {
  readonly directory: string;
  readonly manifest: Manifest;
  /** Finished batches in the order of the log; each call reads them anew. */
  readonly results: () => Generator<LoggedResult>;
  /** The same without a look at counts and coverage, which is ten times faster. */
  readonly batches: () => Generator<LoggedBatch>;
  /** Tests in them. */
  readonly tests: number;
  /** Position in the plan of the first test of each, and how many tests it has. */
  readonly spans: readonly (readonly [first: number, tests: number])[];
  /** Bytes of the log up to its last finished batch; what follows is about tests without a result. */
  readonly logBytes: number;
  /** Hashes of files that the log has after that, of what triage wrote. */
  readonly laterHashes: Readonly<Record<string, string>>;
  /** Time that the run had taken when its last batch was logged. */
  readonly elapsedMs: number;
  /** How it ended, where nothing came after that; absent for a run that was killed or is under way. */
  readonly ended?: EndedEvent;
}

/** Reads a run directory; a cut or damaged log counts up to its damage. Throws `UsageError` when it is none, or holds links. */
export function openPastRun(directory: string): PastRun {
  const manifest = readManifest(directory);
  requirePlainDirectory(directory);
  const file = join(directory, RUN_FILES.log);
  const { events, ends }: LogPrefix = existsSync(file) ? readLog(file) : { events: [], ends: [] };
  const last = events.findLastIndex(({ event }) => event === 'finished' || event === 'started');
  const kept = events.slice(0, last + 1);
  const batches = kept.filter((event) => event.event === 'finished');
  const tail = events.findLast(({ event }) => event !== 'files');
  return {
    directory,
    manifest,
    results: () => resultsIn(kept),
    batches: () => batchesIn(kept),
    spans: batches.map(({ first, outcomes }) => [first, outcomes.length]),
    tests: batches.reduce((sum, { outcomes }) => sum + outcomes.length, 0),
    logBytes: ends[last] ?? 0,
    laterHashes: hashesOf(events.slice(last + 1)),
    elapsedMs: batches.at(-1)?.elapsedMs ?? 0,
    ...(tail?.event === 'ended' ? { ended: tail } : {}),
  };
}

function hashesOf(events: readonly RunEvent[]): Readonly<Record<string, string>> {
  return Object.assign({}, ...events.map((event) => (event.event === 'files' ? event.hashes : {})));
}

/** Reads a run directory; throws `UsageError` when it is none, or has lost its log: that is not a run of no test. */
export function openLoggedRun(directory: string): PastRun {
  const past = openPastRun(directory);
  if (hasLog(directory)) return past;
  throw new UsageError(
    `Cannot read run ${directory}: its ${RUN_FILES.log} is missing; expected the log that its run wrote`,
  );
}

/** Whether a run directory has its log. */
export function hasLog(directory: string): boolean {
  return existsSync(join(directory, RUN_FILES.log));
}

/** Whether a path is a directory that holds a run, finished or not. */
export function isRunDirectory(path: string): boolean {
  return existsSync(join(path, RUN_FILES.manifest));
}
