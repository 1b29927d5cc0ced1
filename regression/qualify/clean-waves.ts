import type { Corpus } from '../../stimulus/index.js';
import { encodeScenario } from '../../transactions/index.js';
import { generateTest, runScenarioTest } from '../one-test/run-test.js';
import type { PlannedTest } from '../records/plan.js';
import { scenarioHash } from '../records/scenario-hash.js';
import { findSequence, NO_OVERRIDES } from '../records/selection.js';
import { reproLine } from '../records/test-name.js';
import { SUITE } from './qualify-fault.js';

/** A test without faults that did not pass. */
export interface FalsePositive {
  readonly signature: string;
  readonly repro: string;
}

/** What tests without faults gave. */
export interface CleanWaves {
  readonly tests: number;
  readonly waves: number;
  readonly failures: readonly FalsePositive[];
}

/** Runs tests without faults, none of which may fail. */
export function runCleanTests(tests: readonly PlannedTest[], corpus: Corpus): CleanWaves {
  let waves = 0;
  const failures = tests.flatMap(({ sequence, seed }) => {
    const scenario = generateTest({
      sequence: findSequence(sequence),
      seed,
      overrides: NO_OVERRIDES,
      corpus,
    });
    const { run, finding } = runScenarioTest(scenario);
    waves += run.waves;
    if (finding === undefined) return [];
    const hash = scenarioHash(encodeScenario(scenario));
    const repro = reproLine({ suite: SUITE, sequence, seed, hash }, NO_OVERRIDES);
    return [{ signature: finding.signature, repro }];
  });
  return { tests: tests.length, waves, failures };
}
