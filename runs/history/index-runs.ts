import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readManifest } from '../../harness/records/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { UsageError } from '../../transactions/index.js';
import { appendEntries, readHistoryLines } from './history-file.js';
import {
  createHistoryEntry,
  findRunDirectories,
  getLogSize,
  type HistoryEntry,
  readStoredEntry,
} from './history-run.js';

/** The file that lists a folder's run directories, one JSON line each. */
const HISTORY_FILE = 'history.jsonl';

/** The default folder for runs. */
export const RUNS_FOLDER = 'out';

/** A run directory, or a line of the file, that was skipped. */
export interface SkippedRun {
  readonly directory: string;
  readonly reason: string;
}

/** All runs in a folder, including those whose directories no longer exist. */
export interface IndexedRuns {
  /** The entries, oldest first. Runs with the same start time are sorted by name. */
  readonly entries: readonly HistoryEntry[];
  readonly skipped: readonly SkippedRun[];
}

/**
 * Adds new and extended runs to a folder's history, and returns all runs in it, including those whose directories no
 * longer exist. Throws `UsageError` for an unreadable file, and anything `appendEntries` throws.
 */
export function openHistory(folder: string): IndexedRuns {
  const path = join(folder, HISTORY_FILE);
  const { entries: known, invalidLines } = readHistoryLines(path);
  const skipped: SkippedRun[] = invalidLines.map((line) => ({
    directory: HISTORY_FILE,
    reason: `line ${line} is not a valid entry for this version`,
  }));
  const updated = new Map<string, HistoryEntry>();
  for (const directory of findRunDirectories(folder)) {
    if (known.get(directory)?.run.logBytes === getLogSize(folder, directory)) continue;
    try {
      updated.set(directory, readStoredEntry(folder, directory));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      skipped.push({ directory, reason: error.message });
    }
  }
  if (updated.size > 0) appendEntries(path, [...updated.values()]);
  return { entries: [...new Map([...known, ...updated]).values()].sort(compareTime), skipped };
}

/**
 * Adds a run that has just ended to its folder's history, if the folder has one. Only `out` and folders that already
 * contain the file have one. Throws whatever `appendEntries` throws.
 */
export function recordRun(report: RunReport): void {
  const directory = resolve(report.request.outDir);
  const folder = dirname(directory);
  const path = join(folder, HISTORY_FILE);
  if (folder !== resolve(RUNS_FOLDER) && !existsSync(path)) return;
  appendEntries(path, [createHistoryEntry(report, readManifest(directory), folder, basename(directory))]);
}

function compareTime({ run: a }: HistoryEntry, { run: b }: HistoryEntry): number {
  return getSortKey(a) < getSortKey(b) ? -1 : 1;
}

function getSortKey({ startedAt, directory }: HistoryEntry['run']): string {
  return `${startedAt} ${directory}`;
}
