import { join } from 'node:path';
import { packageRoot } from '../../base/basics/index.js';
import { readPinnedSuite } from '../../closure/rank/index.js';
import { faultsOf, findSequence, NO_OVERRIDES, type PlannedTest } from '../../harness/selection/index.js';
import type { FaultId } from '../../transactions/index.js';

/** The suite whose runs begin with stored tests. */
export const STORED_TESTS_SUITE = 'smoke';

/** Where the package keeps them: a ranked suite, which `run` takes too. */
export function storedTestsFile(): string {
  return join(packageRoot(), 'data', 'smoke-tests.json');
}

/**
 * Tests that a run of a suite begins with, before those that it draws: for `smoke` those of the package, ranked by what they cover and
 * kill for their work; none for another suite. With faults, those that can have one.
 */
export function storedTests(suite: string, faults: readonly FaultId[]): readonly PlannedTest[] {
  if (suite !== STORED_TESTS_SUITE) return [];
  const overrides = { ...NO_OVERRIDES, faults };
  return readPinnedSuite(storedTestsFile()).tests.filter((test) => {
    const sequence = findSequence(test.sequence, suite);
    return faults.length === 0 || faultsOf(sequence, overrides).length > 0;
  });
}
