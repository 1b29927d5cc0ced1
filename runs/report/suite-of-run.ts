import { printNote } from '../../base/terminal/index.js';
import { readManifest } from '../../harness/records/index.js';
import { openRunSuite } from '../../harness/suite-files/index.js';

/**
 * Opens a run's suite file for its test names, if `--suite-file` names it. Reports on other projects' runs work
 * without it. Throws `UsageError` if this is not a run directory.
 */
export async function openSuiteForReport(directory: string, suiteFile: string | undefined): Promise<void> {
  const manifest = readManifest(directory);
  try {
    await openRunSuite(manifest, suiteFile);
  } catch (error) {
    printNote(`${(error as Error).message}; the page omits the slowest tests`);
  }
}
