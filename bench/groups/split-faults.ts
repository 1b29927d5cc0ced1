import { groupsOfRun } from '../../failures/groups/index.js';
import type { FaultId } from '../../transactions/index.js';
import { failingTests } from '../likeness/failing-tests.js';

/** When a fault has been tried enough: its failures, or tests with and without any. */
const EFFORT = { failures: 24, tests: 48, testsMax: 96 };

/** The failure groups of each fault alone, by cause, without triage; says which faults make several, and what fired in each. */
export function splitFaults(faults: readonly FaultId[], seed: string): void {
  let seen = 0;
  let whole = 0;
  for (const fault of faults) {
    const groups = groupsOfRun({ tally: failingTests(fault, seed, EFFORT) });
    if (groups.length === 0) continue;
    seen++;
    if (groups.length === 1) whole++;
    else {
      console.log(`${fault}:`);
      for (const { signature, count, buckets, shownBy } of groups) {
        const fired = new Set(buckets.flatMap(({ causes }) => [...causes.keys()]));
        const beside = shownBy === undefined ? '' : ` beside ${shownBy.cause}`;
        console.log(`  ${signature}${beside}: ${count}, fired ${[...fired].slice(0, 4).join(' / ')}`);
      }
    }
  }
  console.log(`${whole} of ${seen} faults that fail alone are one group`);
}
