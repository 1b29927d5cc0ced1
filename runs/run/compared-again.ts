import { join } from 'node:path';
import { RUN_FILES } from '../../base/basics/index.js';
import { openPastRun, type PastRun, type RunReport, writeLogged } from '../../harness/run-directory/index.js';
import { NO_CHIP } from '../../harness/workers/index.js';
import { UsageError } from '../../transactions/index.js';
import { storedScenario } from './stored-scenarios.js';

/** Fingerprints of scenarios by test id. */
type Fingerprints = ReadonlyMap<string, number>;

/**
 * Compares a run's tests with those of the run that it repeats; undefined if it repeats none. If a generator has changed, a
 * seed produces a different test, whose pass says nothing about the earlier failure.
 */
export function comparedAgain(directory: string): RunReport['again'] {
  const past = openPastRun(directory);
  const { again } = past.manifest;
  if (again === undefined) return undefined;
  const original = originalOf(again.directory);
  const before: Fingerprints = original === undefined ? new Map() : printsOf(original);
  const different: string[] = [];
  let [tests, stored, unknown] = [0, 0, 0];
  for (const [id, print] of printsOf(past)) {
    tests++;
    const originalPrint = before.get(id);
    if (storedScenario(directory, id) !== undefined) stored++;
    else if (originalPrint === undefined) unknown++;
    else if (originalPrint !== print) different.push(id);
  }
  const without = original?.manifest.faults.filter((fault) => !past.manifest.faults.includes(fault)) ?? [];
  const healed = without.length === 0 ? {} : { without };
  return { runId: again.runId, tests, stored, different, unknown, ...healed };
}

/** How a repeating run's tests compare with those of the run that it repeats; also written to disk, for later reports. */
export function reportRerun(
  directory: string,
  groups?: NonNullable<RunReport['again']>['groups'],
): Pick<RunReport, 'again'> {
  const compared = comparedAgain(directory);
  if (compared === undefined) return {};
  const again = groups === undefined ? compared : { ...compared, groups };
  writeLogged(join(directory, RUN_FILES.again), `${JSON.stringify(again, undefined, 2)}\n`);
  return { again };
}

/** The run in a directory; undefined if it is gone: its tests are then unknown. */
function originalOf(directory: string): PastRun | undefined {
  try {
    return openPastRun(directory);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** For tests with a scenario, if the log names its tests. */
function printsOf(past: PastRun): Fingerprints {
  const prints = new Map<string, number>();
  for (const { tests = [], chips, fingerprints = [] } of past.results()) {
    const generated = tests.filter((_, row) => chips[row] !== NO_CHIP);
    if (generated.length === fingerprints.length)
      for (const [at, id] of generated.entries()) prints.set(id, fingerprints[at]!);
  }
  return prints;
}
