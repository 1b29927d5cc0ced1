import { readSeed } from '../../base/basics/index.js';
import { familyOf, ruleOf } from '../../failures/groups/one-bug-rules.js';
import { runTest } from '../../harness/one-test/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { firedErrors } from '../../harness/records/cause-order.js';
import { findSequence, NO_OVERRIDES, type Overrides, planTests } from '../../harness/selection/index.js';
import { findSuite, selectSequences } from '../../harness/selection/selection.js';
import type { FaultId } from '../../transactions/index.js';

const SUITE = 'nightly';
/** Maximum number of tests to compare; each runs up to three times. */
const TESTS_COMPARED = 10;
/** A rule that also fires for any bug that affects the order of memory accesses. */
const CONSEQUENCE = 'ORD-03';

/**
 * Returns the fault in a pair that the other one masks: the same rules fire with and without it in every
 * compared test, so failures cannot show both. Returns undefined if neither masks the other.
 */
export function hiddenFault(pair: readonly [FaultId, FaultId], seed: string): FaultId | undefined {
  const corpus = openCorpus();
  const both: Overrides = { ...NO_OVERRIDES, faults: pair };
  const plan = planTests(readSeed(seed), selectSequences(findSuite(SUITE), undefined, both));
  const hidden = new Set(pair);
  for (let compared = 0; compared < TESTS_COMPARED && hidden.size > 0; compared++) {
    const test = plan.next().value;
    if (test === undefined) break;
    const sequence = findSequence(test.sequence, SUITE);
    const firedWith = (overrides: Overrides) => {
      const { scenario, verdict } = runTest({ sequence, seed: test.seed, overrides, corpus });
      const rules = firedErrors(verdict.violations).map((error) => familyOf(ruleOf(error)));
      const text = [...new Set(rules)].filter((rule) => rule !== CONSEQUENCE).sort();
      return { chip: scenario.chip, rules: text.join() };
    };
    const { chip, rules } = firedWith(both);
    for (const fault of hidden) {
      const others = pair.filter((other) => other !== fault);
      if (firedWith({ ...NO_OVERRIDES, chips: [chip], faults: others }).rules !== rules) hidden.delete(fault);
    }
  }
  return [...hidden][0];
}
