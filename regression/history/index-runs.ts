import { existsSync, renameSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../../transactions/index.js';
import { DRAFT } from '../basics/run-files.js';
import { readManifest } from '../records/manifest.js';
import type { RunReport } from '../run/run-request.js';
import { HistoryFile } from './history-file.js';
import { historyEntry, logBytes, runDirectories, storedEntry } from './history-run.js';

/** Name of the database in the folder whose run directories it indexes. */
export const HISTORY_FILE = 'history.duckdb';

/** Default folder of runs. */
export const RUNS_FOLDER = 'out';

/** A run directory that the history had to leave out. */
export interface SkippedRun {
  readonly directory: string;
  readonly reason: string;
}

/**
 * Opens the database with every run directory of `folder` in it that is new or has grown. Rows of directories that are gone
 * stay. Throws as `HistoryFile.open` does.
 */
export async function openHistory(
  folder: string,
  path: string,
): Promise<{ readonly file: HistoryFile; readonly skipped: readonly SkippedRun[] }> {
  const file = await HistoryFile.open(path);
  try {
    return { file, skipped: await indexRuns(file, folder) };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Makes the database again from the run directories that there are; the old one stays until the new one is whole. */
export async function rebuildHistory(folder: string, path: string): Promise<void> {
  const draft = `${path}${DRAFT}`;
  HistoryFile.remove(draft);
  const { file } = await openHistory(folder, draft);
  file.close();
  HistoryFile.remove(path);
  renameSync(draft, path);
}

/**
 * Adds a run that has just ended to the history of the folder it lies in, where one is kept: in `out`, and wherever there is a
 * database already. Throws as `HistoryFile.open` does.
 */
export async function recordRun(report: RunReport): Promise<void> {
  const directory = resolve(report.request.outDir);
  const folder = dirname(directory);
  const path = join(folder, HISTORY_FILE);
  if (folder !== resolve(RUNS_FOLDER) && !existsSync(path)) return;
  const file = await HistoryFile.open(path);
  try {
    await file.put(historyEntry(report, readManifest(directory), folder, basename(directory)));
  } finally {
    file.close();
  }
}

async function indexRuns(file: HistoryFile, folder: string): Promise<SkippedRun[]> {
  const known = await file.logSizes();
  const skipped: SkippedRun[] = [];
  for (const directory of runDirectories(folder)) {
    if (known.get(directory) === logBytes(folder, directory)) continue;
    try {
      await file.put(storedEntry(folder, directory));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      skipped.push({ directory, reason: error.message });
    }
  }
  return skipped;
}
