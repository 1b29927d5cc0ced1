import { readSeed } from '../../base/basics/index.js';
import { getErrorRule, getFamily } from '../../failures/groups/one-bug-rules.js';
import { runTest } from '../../harness/one-test/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { listErrors } from '../../harness/records/cause-order.js';
import { findSequence, NO_OVERRIDES, type Overrides, planTests } from '../../harness/selection/index.js';
import { findSuite, selectSequences } from '../../harness/selection/selection.js';
import type { FaultId } from '../../transactions/index.js';

const SUITE = 'nightly';
/** Maximum number of tests to compare, each of which runs up to three times. */
const MAX_TESTS = 10;
/** A rule that fires as a side effect of any memory ordering bug. */
const SIDE_EFFECT_RULE = 'ORD-03';

/**
 * Returns the fault that is masked by the other one in a pair: in every compared test, the same rules fire with and
 * without it, so no failure can reveal it. Returns undefined if neither fault masks the other.
 */
export function findMaskedFault(pair: readonly [FaultId, FaultId], seed: string): FaultId | undefined {
  const corpus = openCorpus();
  const bothFaults: Overrides = { ...NO_OVERRIDES, faults: pair };
  const plan = planTests(readSeed(seed), selectSequences(findSuite(SUITE), undefined, bothFaults));
  const masked = new Set(pair);
  for (let compared = 0; compared < MAX_TESTS && masked.size > 0; compared++) {
    const test = plan.next().value;
    if (test === undefined) break;
    const sequence = findSequence(test.sequence, SUITE);
    const runWith = (overrides: Overrides) => {
      const { scenario, verdict } = runTest({ sequence, seed: test.seed, overrides, corpus });
      const rules = listErrors(verdict.violations).map((error) => getFamily(getErrorRule(error)));
      const sortedRules = [...new Set(rules)].filter((rule) => rule !== SIDE_EFFECT_RULE).sort();
      return { chip: scenario.chip, rules: sortedRules.join() };
    };
    const { chip, rules } = runWith(bothFaults);
    for (const fault of masked) {
      const others = pair.filter((other) => other !== fault);
      if (runWith({ ...NO_OVERRIDES, chips: [chip], faults: others }).rules !== rules) masked.delete(fault);
    }
  }
  return [...masked][0];
}
