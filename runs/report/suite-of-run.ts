import { printNote } from '../../base/terminal/index.js';
import { readManifest } from '../../harness/records/index.js';
import { openSuiteOfRun } from '../../harness/suite-files/index.js';

/**
 * Opens the suite file that a run drew from, for the names of its tests, where `--suite-file` names it. Reports of runs
 * from another project work without it. Throws `UsageError` for what is no run directory.
 */
export async function openSuiteForReport(directory: string, named: string | undefined): Promise<void> {
  const manifest = readManifest(directory);
  try {
    await openSuiteOfRun(manifest, named);
  } catch (error) {
    printNote(`${(error as Error).message}; the page omits the slowest tests`);
  }
}
