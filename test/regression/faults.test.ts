import { describe, expect, it } from 'vitest';
import {
  findSequence,
  findSuite,
  NO_OVERRIDES,
  openCorpus,
  type PlannedTest,
  planTests,
  readSeed,
  runScenarioTest,
  runTest,
  selectSequences,
  type TestResult,
} from '../../regression/index.js';
import { classOfRule, FAULTS, type FaultId } from '../../transactions/index.js';

const corpus = openCorpus();

/** Tests after which a fault counts as not found; most need one. */
const TESTS_MAX = 400;

/** The first test of the smoke suite in which the first violation is of one of the fault's classes. */
function kill(id: FaultId, classes: readonly string[]): TestResult | undefined {
  const overrides = { ...NO_OVERRIDES, faults: [id] };
  const plan = planTests(readSeed('0x5eed'), selectSequences(findSuite('smoke'), undefined, overrides));
  for (let count = 0; count < TESTS_MAX; count++) {
    const { sequence, seed } = plan.next().value as PlannedTest;
    const result = runTest({ sequence: findSequence(sequence), seed, overrides, corpus });
    const [first] = result.verdict.violations;
    if (first !== undefined && classes.includes(classOfRule(first.rule))) return result;
  }
  return undefined;
}

describe('an injected fault', () => {
  it.each(FAULTS.map(({ id, classes }) => [id as FaultId, classes] as const))(
    '%s is found first by a rule of its class, and again in the stored scenario',
    (id, classes) => {
      const result = kill(id, classes);
      expect(result, `no violation of ${classes} in ${TESTS_MAX} tests`).toBeDefined();
      const stored = JSON.parse(JSON.stringify(result!.scenario));
      expect(runScenarioTest(stored).verdict.violations).toEqual(result!.verdict.violations);
    },
  );
});
