import { type FailureGroup, groupsOfRun } from '../../failures/groups/index.js';
import type { FaultId } from '../../transactions/index.js';
import { failingTests } from '../likeness/failing-tests.js';

/** When to stop trying a fault: its number of failures, or of tests with and without any. */
const EFFORT = { failures: 24, tests: 48, testsMax: 96 };

/** A fault that fails alone, and its failure groups by cause. */
export interface LoneFault {
  readonly fault: FaultId;
  readonly groups: readonly FailureGroup[];
}

/** The failure groups of each fault alone, by cause, without triage; skips faults that no test shows. */
export function* splitFaults(faults: readonly FaultId[], seed: string): Generator<LoneFault> {
  for (const fault of faults) {
    const groups = groupsOfRun({ tally: failingTests(fault, seed, EFFORT) });
    if (groups.length > 0) yield { fault, groups };
  }
}
