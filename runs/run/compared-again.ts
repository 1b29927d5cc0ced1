import { join } from 'node:path';
import { RUN_FILES } from '../../base/basics/index.js';
import { openPastRun, type PastRun, type RunReport, writeLogged } from '../../harness/run-directory/index.js';
import { NO_CHIP } from '../../harness/workers/index.js';
import { UsageError } from '../../transactions/index.js';
import { scenarioAgain } from './stored-scenarios.js';

/** Fingerprints of scenarios by test id. */
type Prints = ReadonlyMap<string, number>;

/**
 * Compares the tests of a run with those of the run that it repeats: a change of a generator gives a seed another test, and one that
 * passes then says nothing of a failure before. Undefined for a run that repeats none.
 */
export function comparedAgain(directory: string): RunReport['again'] {
  const past = openPastRun(directory);
  const { again } = past.manifest;
  if (again === undefined) return undefined;
  const before = printsBefore(again.directory);
  const different: string[] = [];
  let [tests, stored, unknown] = [0, 0, 0];
  for (const [id, print] of printsOf(past)) {
    tests++;
    const was = before.get(id);
    if (scenarioAgain(directory, id) !== undefined) stored++;
    else if (was === undefined) unknown++;
    else if (was !== print) different.push(id);
  }
  return { runId: again.runId, tests, stored, different, unknown };
}

/** Says, for a run that repeats another one, whether it had its tests, and what else is known; on disk too, for later reports. */
export function tellAgain(
  directory: string,
  groups?: NonNullable<RunReport['again']>['groups'],
): Pick<RunReport, 'again'> {
  const compared = comparedAgain(directory);
  if (compared === undefined) return {};
  const again = groups === undefined ? compared : { ...compared, groups };
  writeLogged(join(directory, RUN_FILES.again), `${JSON.stringify(again, undefined, 2)}\n`);
  return { again };
}

/** None where the other run is gone: nothing is known of its tests then. */
function printsBefore(directory: string): Prints {
  try {
    return printsOf(openPastRun(directory));
  } catch (error) {
    if (error instanceof UsageError) return new Map();
    throw error;
  }
}

/** Of tests that have a scenario, where the log names its tests. */
function printsOf(past: PastRun): Prints {
  const prints = new Map<string, number>();
  for (const { tests = [], chips, fingerprints = [] } of past.results()) {
    const generated = tests.filter((_, row) => chips[row] !== NO_CHIP);
    if (generated.length === fingerprints.length)
      for (const [at, id] of generated.entries()) prints.set(id, fingerprints[at]!);
  }
  return prints;
}
