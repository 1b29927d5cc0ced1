import { isCommandError } from '../../base/basics/index.js';
import { generateTest, runScenarioTest } from '../../harness/one-test/index.js';
import { type Finding, makeErrorFinding } from '../../harness/records/index.js';
import {
  findSequence,
  formatReproLine,
  NO_OVERRIDES,
  type PlannedTest,
  scenarioHash,
} from '../../harness/selection/index.js';
import type { Corpus } from '../../stimulus/index.js';
import { encodeScenario, type Scenario } from '../../transactions/index.js';
import { SMOKE_SUITE } from './killers.js';

/** A test that failed although no fault was injected. */
export interface FalsePositive {
  readonly signature: string;
  readonly rule: string;
  readonly repro: string;
}

/** The results of tests with no injected fault. */
export interface CleanResults {
  readonly tests: number;
  readonly waves: number;
  readonly failures: readonly FalsePositive[];
}

/** Runs a scenario and checks the result. As in a normal run, an exception fails only the test that threw it. */
function checkScenario(scenario: Scenario): {
  readonly waves: number;
  readonly finding: Finding | undefined;
} {
  try {
    const { run, finding } = runScenarioTest(scenario);
    return { waves: run.waves, finding };
  } catch (error) {
    if (isCommandError(error)) throw error;
    return { waves: 0, finding: makeErrorFinding(error) };
  }
}

/** Runs tests with no injected fault, all of which should pass. */
export function runCleanTests(tests: readonly PlannedTest[], corpus: Corpus): CleanResults {
  let waves = 0;
  const failures = tests.flatMap(({ sequence, seed }) => {
    const scenario = generateTest({
      sequence: findSequence(sequence),
      seed,
      overrides: NO_OVERRIDES,
      corpus,
    });
    const { waves: testWaves, finding } = checkScenario(scenario);
    waves += testWaves;
    if (finding === undefined) return [];
    const hash = scenarioHash(encodeScenario(scenario));
    const repro = formatReproLine({ suite: SMOKE_SUITE, sequence, seed, hash }, NO_OVERRIDES);
    return [{ signature: finding.signature, rule: finding.rule, repro }];
  });
  return { tests: tests.length, waves, failures };
}
