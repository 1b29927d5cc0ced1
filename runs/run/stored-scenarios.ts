import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPinnedSuite } from '../../closure/rank/index.js';
import {
  FAILURE_FILES,
  findPackageRoot,
  getFailureFolder,
  RUN_FILES,
  readIfUsable,
  requirePlainPath,
} from '../../harness/basics/index.js';
import { listVisible } from '../../harness/input/index.js';
import { withoutFaults } from '../../harness/one-test/index.js';
import { makeFolders } from '../../harness/output/index.js';
import { type PastRun, readLogged, writeAndLogHash } from '../../harness/run-directory/index.js';
import {
  findApplicableFaults,
  findSequence,
  formatTestId,
  isTestId,
  NO_OVERRIDES,
  type PlannedTest,
} from '../../harness/selection/index.js';
import { decodeScenario, encodeScenario, type FaultId } from '../../transactions/index.js';

const STORED_TESTS_SUITE = 'smoke';

/** Returns the path of the package's stored tests, a ranked suite that `run` also accepts. */
export function getStoredTestsFile(): string {
  return join(findPackageRoot(), 'data', 'smoke-tests.json');
}

/**
 * Returns the tests that a suite's runs start with: for `smoke`, the package's stored tests, ranked by coverage and
 * kills per unit of work; for other suites, none. If faults are given, includes only tests that at least one of them
 * applies to.
 */
export function readStoredTests(suite: string, faults: readonly FaultId[]): readonly PlannedTest[] {
  if (suite !== STORED_TESTS_SUITE) return [];
  const overrides = { ...NO_OVERRIDES, faults };
  return readPinnedSuite(getStoredTestsFile()).tests.filter((test) => {
    const sequence = findSequence(test.sequence, suite);
    return faults.length === 0 || findApplicableFaults(sequence, overrides).length > 0;
  });
}

function getScenarioPath(directory: string, id: string): string {
  return join(directory, RUN_FILES.scenarios, `${id}.msgpack`);
}

/**
 * Copies stored scenarios into a rerun's directory: those of the original run's failed tests, and those that the
 * original run had itself copied. The same tests then run even if a generator has changed. Skips scenarios that this
 * version cannot read. Removes the `removed` faults, which this build no longer has; if one of them changed a test's
 * program, the test is regenerated.
 */
export function copyScenarios(
  past: PastRun,
  directory: string,
  { ids, removed = [] }: { readonly ids?: ReadonlySet<string>; readonly removed?: readonly FaultId[] } = {},
): void {
  for (const [id, file] of findScenarios(past)) {
    const stored = ids === undefined || ids.has(id) ? readScenarioFile(file) : undefined;
    const bytes = stored && removed.length > 0 ? withoutRemovedFaults(stored, file, removed) : stored;
    if (bytes === undefined) continue;
    makeFolders(directory, RUN_FILES.scenarios);
    writeAndLogHash(getScenarioPath(directory, id), bytes);
  }
}

function withoutRemovedFaults(
  bytes: Uint8Array,
  file: string,
  removed: readonly FaultId[],
): Uint8Array | undefined {
  const scenario = withoutFaults(decodeScenario(bytes, file), removed);
  return scenario && encodeScenario(scenario);
}

function findScenarios(past: PastRun): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const copiedDirectory = join(past.directory, RUN_FILES.scenarios);
  if (existsSync(copiedDirectory))
    for (const { name } of listVisible(copiedDirectory)) {
      const id = name.replace(/\.msgpack$/, '');
      if (isTestId(id)) files.set(id, join(copiedDirectory, name));
    }
  for (const { failures } of past.batches())
    for (const { test, signature } of failures) {
      const file = join(
        past.directory,
        getFailureFolder(signature, formatTestId(test)),
        FAILURE_FILES.scenario,
      );
      if (existsSync(file)) files.set(formatTestId(test), file);
    }
  return files;
}

/** Reads the original run's scenario for a test in a rerun; undefined if the test must be generated. */
export function readStoredScenario(directory: string, id: string): Uint8Array | undefined {
  return readScenarioFile(getScenarioPath(directory, id));
}

function readScenarioFile(file: string): Uint8Array | undefined {
  if (!existsSync(file)) return undefined;
  return readIfUsable(() => {
    requirePlainPath(file);
    const bytes = readLogged('scenario', file);
    decodeScenario(bytes, file);
    return bytes;
  });
}
