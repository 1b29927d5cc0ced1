import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  HISTORY_FILE,
  isRunDirectory,
  openHistory,
  readNights,
  requireDatabasePath,
  runDirectories,
  writeWhole,
} from '../regression/index.js';
import { nightsPage } from '../report/index.js';
import { UsageError } from '../transactions/index.js';
import { openInBrowser } from './open-in-browser.js';
import { printJson, printNote, printResult } from './terminal.js';

/** Options of `report`. */
export interface ReportOptions {
  /** Holes of which the page says how they could be hit. */
  readonly ways?: number;
  readonly waivers?: string;
  readonly suiteFile?: string;
  readonly open?: boolean;
  readonly json?: boolean;
}

/** The page in a folder of runs. */
export const NIGHTS_FILE = 'nights.html';

/** Runs of a series that are shown: a year of nights. */
const NIGHTS_SHOWN = 366;

/** Whether a path is a folder that holds run directories, and none itself. */
export function isFolderOfRuns(path: string): boolean {
  return existsSync(path) && !isRunDirectory(path) && runDirectoriesIn(path).length > 0;
}

/** A file, or a folder that cannot be read, has none; reading it as a run gives the reason. */
function runDirectoriesIn(path: string): string[] {
  try {
    return runDirectories(path);
  } catch {
    return [];
  }
}

/** Brings the history of a folder up to date and writes its page of trends; a run that cannot be read is named and left out. */
export async function reportNights(folder: string, { json, open, ...others }: ReportOptions): Promise<void> {
  const [given] = Object.keys(others).filter((name) => !['limits', 'config', 'inspect'].includes(name));
  if (given !== undefined) {
    const flag = given === 'suiteFile' ? 'suite-file' : given;
    throw new UsageError(`Cannot use --${flag} with a folder of runs: it belongs to the report of one run`);
  }
  const path = join(folder, HISTORY_FILE);
  requireDatabasePath(path);
  const { file, skipped } = await openHistory(folder, path);
  try {
    const series = await readNights(file, NIGHTS_SHOWN);
    const present = new Set(runDirectories(folder));
    const hasPage = (name: string): boolean =>
      present.has(name) && existsSync(join(folder, name, 'index.html'));
    const page = join(folder, NIGHTS_FILE);
    writeWhole(page, nightsPage({ folder, series, hasPage }));
    for (const { directory, reason } of skipped) printNote(`Left out ${directory}: ${reason}`);
    if (json === true) printJson({ pages: [page], series });
    else printResult(page);
    if (open === true) openInBrowser(page);
  } finally {
    file.close();
  }
}
