import { type FailureGroup, groupsOfRun } from '../../failures/groups/index.js';
import type { FaultId } from '../../transactions/index.js';
import { failingTests } from '../likeness/failing-tests.js';

/**
 * When to stop trying a fault: after this many failures or tests, or after `testsMax` tests if there are no
 * failures.
 */
const EFFORT = { failures: 24, tests: 48, testsMax: 96 };

/** A fault that causes failures on its own, and its failure groups by cause. */
export interface LoneFault {
  readonly fault: FaultId;
  readonly groups: readonly FailureGroup[];
}

/**
 * Yields the failure groups of each fault on its own, by cause and without triage. Skips faults that no test
 * shows.
 */
export function* splitFaults(faults: readonly FaultId[], seed: string): Generator<LoneFault> {
  for (const fault of faults) {
    const groups = groupsOfRun({ tally: failingTests(fault, seed, EFFORT) });
    if (groups.length > 0) yield { fault, groups };
  }
}
