import {
  findSequence,
  findSuite,
  generateTest,
  type Overrides,
  openCorpus,
  openSuite,
  planTests,
  readSeed,
  reproLine,
  selectSequences,
  testId,
} from '../regression/index.js';
import type { Scenario } from '../transactions/index.js';

/** Root seed of a suite that has none. */
const DEFAULT_SEED = '0x1';

/** Which tests of a suite. */
export interface SuiteChoice {
  readonly suite: string;
  readonly seed?: string;
  /** Globs of the names of tests. */
  readonly test?: string;
}

/** A test of a suite. */
export interface PlannedScenario {
  readonly id: string;
  readonly scenario: Scenario;
  /** The line that runs it. */
  readonly repro: string;
}

/** The tests of a suite in the order of its plan, without an end. */
export async function* plannedScenarios(
  { suite: name, seed: given, test }: SuiteChoice,
  overrides: Overrides,
): AsyncGenerator<PlannedScenario, never> {
  await openSuite(name);
  const suite = findSuite(name);
  const root = readSeed(given ?? suite.seed ?? DEFAULT_SEED);
  const plan = planTests(root, selectSequences(suite, test, overrides));
  const corpus = openCorpus();
  for (;;) {
    const { value: planned } = plan.next();
    const { sequence, seed } = planned;
    yield {
      id: testId(planned),
      scenario: generateTest({ sequence: findSequence(sequence), seed, overrides, corpus }),
      repro: reproLine({ suite: name, sequence, seed }, overrides),
    };
  }
}
