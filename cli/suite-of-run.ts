import { openSuite, readManifest } from '../regression/index.js';
import { printNote } from './terminal.js';

/**
 * Opens the suite file that a run drew from, for the names of its tests. Reports of runs from elsewhere do without: the file
 * may be gone or changed. Throws `UsageError` for what is no run directory.
 */
export async function openSuiteOfRun(directory: string): Promise<void> {
  const { suite, suiteFile } = readManifest(directory);
  try {
    await openSuite(suite, suiteFile);
  } catch (error) {
    printNote(`${(error as Error).message}; the page leaves out which tests took longest`);
  }
}
