import { printNote } from '../../base/terminal/index.js';
import { readManifest } from '../../harness/records/index.js';
import { openRunSuite } from '../../harness/suite-files/index.js';

/**
 * Loads the run's suite file, if given with `--suite-file`, to get the test names. Runs from other projects can be
 * reported on without it. Throws `UsageError` if this is not a run directory.
 */
export async function openSuiteForReport(directory: string, suiteFile: string | undefined): Promise<void> {
  const manifest = readManifest(directory);
  try {
    await openRunSuite(manifest, suiteFile);
  } catch (error) {
    printNote(`${(error as Error).message}; the page omits the slowest tests`);
  }
}
