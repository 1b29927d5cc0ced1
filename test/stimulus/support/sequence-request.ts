import { openCorpus } from '../../../harness/programs/corpus-files.js';
import type { GenerateRequest } from '../../../stimulus/index.js';
import { findContradiction, formatSeed, type Scenario, scenarioSchema } from '../../../transactions/index.js';

const corpus = openCorpus();

/** Creates a generation request with the given seed and default settings. */
export function makeRequest(seed: number): GenerateRequest {
  return { seed: formatSeed({ high: 7, low: seed }), corpus, knobs: {}, faults: [] };
}

/** Expects a scenario to satisfy the schema for stored scenarios and to be free of contradictions. */
export function expectStorable(scenario: Scenario): void {
  expect(scenarioSchema.safeParse(scenario).error?.issues ?? []).toEqual([]);
  expect(findContradiction(scenario)).toBeUndefined();
}
