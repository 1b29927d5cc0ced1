import { type FailureGroup, findFailureGroups } from '../../failures/groups/index.js';
import type { FaultId } from '../../transactions/index.js';
import { runUntilFailures } from '../likeness/failing-tests.js';

/** When to stop testing a fault: after this many failures or tests, or after `maxTests` tests without a failure. */
const EFFORT = { failures: 24, tests: 48, maxTests: 96 };

/** A fault that causes failures on its own, and its failure groups (by cause). */
export interface LoneFault {
  readonly fault: FaultId;
  readonly groups: readonly FailureGroup[];
}

/** Yields each fault's failure groups, formed by cause without triage. Skips faults that no test detects. */
export function* findLoneFaults(faults: readonly FaultId[], seed: string): Generator<LoneFault> {
  for (const fault of faults) {
    const groups = findFailureGroups({ tally: runUntilFailures(fault, seed, EFFORT) });
    if (groups.length > 0) yield { fault, groups };
  }
}
