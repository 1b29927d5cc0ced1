import { getApplicableOverrides } from '../selection/active-faults.js';
import { selectChips } from '../selection/selection.js';
import type { TestRequest } from './run-test.js';

/** Returns the same test without its faults, on the same chip. */
export function makeFaultFreeRequest({ sequence, seed, overrides, corpus }: TestRequest): TestRequest {
  const chips = selectChips(sequence, getApplicableOverrides(sequence, seed, overrides));
  return { sequence, seed, corpus, overrides: { ...overrides, chips, faults: [] } };
}
