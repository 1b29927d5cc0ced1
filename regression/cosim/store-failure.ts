import { join } from 'node:path';
import { encodeScenario } from '../../transactions/index.js';
import { FAILURE_FILES, failureFolder } from '../basics/run-files.js';
import { writeWhole } from '../basics/write-whole.js';
import type { CosimResult } from './cosim-test.js';

/**
 * Stores a test that failed with a design, with the answers of the design, as a run stores its failures; returns the folder.
 *
 * @param directory of the run.
 * @param id of the test.
 */
export function storeCosimFailure(directory: string, id: string, failed: CosimResult, repro: string): string {
  const { scenario, finding, message, result } = failed;
  const { outcome, signature } = finding!;
  const folder = join(directory, failureFolder(signature, id));
  const violations = result?.verdict.violations ?? [];
  const document = { outcome, signature, violations, ...(message === undefined ? {} : { message }) };
  writeWhole(join(folder, FAILURE_FILES.scenario), encodeScenario(scenario));
  writeWhole(join(folder, FAILURE_FILES.violations), `${JSON.stringify(document, null, 2)}\n`);
  writeWhole(join(folder, FAILURE_FILES.repro), `${repro}\n`);
  return folder;
}
