import { applicableOverrides } from '../selection/active-faults.js';
import { chipsFor } from '../selection/selection.js';
import type { TestRequest } from './run-test.js';

/** The same test without its faults, on the same chip. */
export function makeCleanTwin({ sequence, seed, overrides, corpus }: TestRequest): TestRequest {
  const chips = chipsFor(sequence, applicableOverrides(sequence, seed, overrides));
  return { sequence, seed, corpus, overrides: { ...overrides, chips, faults: [] } };
}
