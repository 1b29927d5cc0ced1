import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FAILURE_FILES, failureFolder, RUN_FILES, requirePlainWay } from '../../base/basics/index.js';
import { visibleIn } from '../../base/input/index.js';
import { makeFolders } from '../../base/output/index.js';
import { type PastRun, readLogged, writeLogged } from '../../harness/run-directory/index.js';
import { isTestId, testId } from '../../harness/selection/index.js';
import { decodeScenario, UsageError } from '../../transactions/index.js';

/** Where a run that repeats another one keeps a scenario of it. */
function placeOf(directory: string, id: string): string {
  return join(directory, RUN_FILES.scenarios, `${id}.msgpack`);
}

/**
 * Copies the stored scenarios of the tests of a run that failed, and those that it has from a run before, into the directory of one that
 * repeats them: what fails then is what failed before, whatever a generator draws by now. Those that this version cannot read are left out.
 */
export function copyScenarios(past: PastRun, directory: string, wanted?: ReadonlySet<string>): void {
  for (const [id, file] of scenariosOf(past)) {
    const bytes = wanted === undefined || wanted.has(id) ? usable(file) : undefined;
    if (bytes === undefined) continue;
    makeFolders(directory, RUN_FILES.scenarios);
    writeLogged(placeOf(directory, id), bytes);
  }
}

/** Files of scenarios by test. */
function scenariosOf(past: PastRun): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const brought = join(past.directory, RUN_FILES.scenarios);
  if (existsSync(brought))
    for (const { name } of visibleIn(brought)) {
      const id = name.replace(/\.msgpack$/, '');
      if (isTestId(id)) files.set(id, join(brought, name));
    }
  for (const { failures } of past.batches())
    for (const { test, signature } of failures) {
      const file = join(past.directory, failureFolder(signature, testId(test)), FAILURE_FILES.scenario);
      if (existsSync(file)) files.set(testId(test), file);
    }
  return files;
}

/** The scenario of another run that a test of this run takes; undefined where it is generated. */
export function scenarioAgain(directory: string, id: string): Uint8Array | undefined {
  return usable(placeOf(directory, id));
}

function usable(file: string): Uint8Array | undefined {
  if (!existsSync(file)) return undefined;
  try {
    requirePlainWay(file);
    const bytes = readLogged('scenario', file);
    decodeScenario(bytes, file);
    return bytes;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
