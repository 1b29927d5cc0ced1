import { join } from 'node:path';
import { readViolations } from '../../failures/stored/index.js';
import { FAILURE_FILES, getFailureFolder } from '../../harness/basics/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { encodeScenario, scenarioToJson } from '../../transactions/index.js';
import type { CosimResult, ShrunkCosim } from './cosim-test.js';

/**
 * Stores a test that failed when run against a design, including the design's answers, in the same layout as a run's
 * failures. Returns the folder.
 *
 * @param directory the run directory
 * @param id the id of the test
 * @param replayCommand returns the command that replays a stored failure, given its folder
 */
export function storeCosimFailure(
  directory: string,
  id: string,
  failed: CosimResult,
  replayCommand: (folder: string) => string,
): string {
  const { scenario, finding, message, result } = failed;
  const { outcome, signature } = finding!;
  const folder = join(directory, getFailureFolder(signature, id));
  const violations = result?.verdict.violations ?? [];
  const document = { outcome, signature, violations, ...(message === undefined ? {} : { message }) };
  writeAtomic(join(folder, FAILURE_FILES.scenario), encodeScenario(scenario));
  writeAtomic(join(folder, FAILURE_FILES.violations), `${JSON.stringify(document, null, 2)}\n`);
  writeAtomic(join(folder, FAILURE_FILES.repro), `${replayCommand(folder)}\n`);
  return folder;
}

/** Stores the shrunk test next to the failure, and returns its file. */
export function storeShrunkCosim(folder: string, { scenario }: ShrunkCosim): string {
  const file = join(folder, FAILURE_FILES.shrunk);
  writeAtomic(file, scenarioToJson(scenario));
  return file;
}

/** Returns the cycle of a stored failure's first violation, or undefined if it has none. */
export function getViolationCycle(folder: string): number | undefined {
  return readViolations(folder)[0]?.cycle;
}
