import { expect, it } from 'vitest';
import { NO_OVERRIDES, openCorpus, planTests, readSeed } from '../../../regression/index.js';
import { findSuite, selectSequences } from '../../../regression/records/selection.js';
import { groupFailures } from '../../../regression/run/failure-groups.js';
import { Tally } from '../../../regression/run/tally.js';
import { runBatch } from '../../../regression/workers/batch.js';
import { FAULTS } from '../../../transactions/index.js';

/** One fault in this many, in the order of the library. */
const ONE_IN = 10;
const TESTS = 20;
/** Failures from which on a bug is worth a group. */
const FAILURES = 6;
const FLOOR = 0.9;

/** Groups of the failures that a fault gives, and their number. */
function groupsOf(fault: string): { readonly groups: readonly string[]; readonly failed: number } {
  const overrides = { ...NO_OVERRIDES, faults: [fault] } as typeof NO_OVERRIDES;
  const plan = planTests(readSeed('0x32'), selectSequences(findSuite('nightly'), undefined, overrides));
  const tests = Array.from({ length: TESTS }, () => plan.next().value!);
  const tally = new Tally();
  tally.add(
    runBatch({ first: 0, tests, overrides, suite: 'nightly', coverageRun: 'test' }, openCorpus()),
    () => 'line',
  );
  const groups = groupFailures(tally.buckets.values()).map(
    ({ signature, count }) => `${signature}: ${count}`,
  );
  return { groups, failed: tally.failed };
}

it('gives one group for one bug, in nine of ten faults of the library', () => {
  const faults = FAULTS.filter((_, i) => i % ONE_IN === 0).map(({ id }) => id);
  const seen = faults
    .map((fault) => ({ fault, ...groupsOf(fault) }))
    .filter(({ failed }) => failed >= FAILURES);
  expect(seen.length).toBeGreaterThan(10);
  const several = seen.filter(({ groups }) => groups.length > 1);
  expect(several.length / seen.length, JSON.stringify(several)).toBeLessThanOrEqual(1 - FLOOR);
});
