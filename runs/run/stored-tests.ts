import { join } from 'node:path';
import { findPackageRoot } from '../../base/basics/index.js';
import { readPinnedSuite } from '../../closure/rank/index.js';
import {
  findApplicableFaults,
  findSequence,
  NO_OVERRIDES,
  type PlannedTest,
} from '../../harness/selection/index.js';
import type { FaultId } from '../../transactions/index.js';

/** The suite that starts with the stored tests. */
export const STORED_TESTS_SUITE = 'smoke';

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
