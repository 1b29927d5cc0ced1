import { expect } from 'vitest';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import type { GenerateRequest } from '../../../stimulus/index.js';
import {
  formatSeed,
  type Scenario,
  scenarioContradiction,
  scenarioSchema,
} from '../../../transactions/index.js';

const corpus = openCorpus();

/** What a sequence is asked for with a seed, with nothing set. */
export function request(seed: number): GenerateRequest {
  return { seed: formatSeed({ high: 7, low: seed }), corpus, knobs: {}, faults: [] };
}

/** That the schema of stored scenarios accepts a scenario, and no part of it contradicts another. */
export function expectStorable(scenario: Scenario): void {
  expect(scenarioSchema.safeParse(scenario).error?.issues ?? []).toEqual([]);
  expect(scenarioContradiction(scenario)).toBeUndefined();
}
