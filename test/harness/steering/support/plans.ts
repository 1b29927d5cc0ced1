import { type CoverageData, createCollector, createEmptyCoverage } from '../../../../coverage/index.js';
import { deriveTestSeed, readSeed } from '../../../../harness/basics/seeds.js';
import { runTest } from '../../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../../harness/programs/corpus-files.js';
import { formatTestId, type PlannedTest } from '../../../../harness/selection/plan.js';
import {
  findSequence,
  NO_OVERRIDES,
  type WeightedSequence,
} from '../../../../harness/selection/selection.js';
import { SteeredPlan } from '../../../../harness/steering/steered-plan.js';
import { type LoggedResult, makeEmptyResult } from '../../../../harness/workers/batch-result.js';

/** The root seed of the plans. */
export const ROOT = readSeed('0x1');

/** Creates a steered plan for the given sequences, with `ROOT` as its root seed. */
export function makePlan(
  sequences: readonly WeightedSequence[],
  first: readonly PlannedTest[] = [],
): SteeredPlan {
  return new SteeredPlan({ seed: ROOT, sequences, overrides: NO_OVERRIDES, first, corpus: openCorpus() });
}

/** Creates results for passing tests that are all the same size. */
export function makeResult(first: number, tests: readonly PlannedTest[]): LoggedResult {
  const ones = tests.map(() => 1);
  return {
    ...makeEmptyResult(first),
    outcomes: new Uint8Array(tests.length),
    tests: tests.map(formatTestId),
    waves: Uint32Array.from(ones),
    instructions: Float64Array.from(ones),
  };
}

/** Draws tests from a plan and feeds each result back immediately. */
export function runTests(
  plan: SteeredPlan,
  count: number,
  coverage: CoverageData = createEmptyCoverage(),
): PlannedTest[] {
  return Array.from({ length: count }, () => {
    const { value } = plan.next();
    plan.learn(makeResult(plan.testIds.length, [value]), coverage);
    return value;
  });
}

/** Creates the coverage of a single test, attributed to the given sequence. */
export function makeUniqueCoverage(sequence: string): CoverageData {
  const collector = createCollector('run');
  const request = {
    sequence: findSequence('intrawave_worked_case'),
    seed: deriveTestSeed(ROOT, 'intrawave_worked_case', 0),
    overrides: NO_OVERRIDES,
    corpus: openCorpus(),
  };
  runTest(request, { cover: { collector, id: `${sequence}.0`, position: 0 } });
  return collector.snapshot();
}
