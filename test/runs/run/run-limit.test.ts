import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { makeEmptyResult } from '../../../harness/workers/batch-result.js';
import { countTestsToKeep } from '../../../runs/run/run.js';

const failures = ['CFG-01', 'ORD-06', 'CFG-01'].map((rule, index) => ({
  test: { sequence: 'rmw_buffer', index, seed: '0x1' },
  outcome: 'failed' as const,
  signature: `${rule} spi`,
  rule,
  waves: 1,
  summary: 'x',
  violations: [],
}));
const result = { ...makeEmptyResult(0), outcomes: Uint8Array.of(1, 1, 1), failures };

it("counts every failure towards the user's limit, but if a fault is injected, only failures in its classes", () => {
  const limits = { overrides: { ...NO_OVERRIDES, faults: ['F46' as const] }, knownIssues: [] };
  expect(countTestsToKeep({ ...limits, maxFailures: 1 }, 0, result)).toBe(2);
  expect(countTestsToKeep({ ...limits, maxFailures: 3 }, 0, result)).toBe(3);
  expect(countTestsToKeep({ ...limits, maxFailures: 3 }, 1, result)).toBe(2);
});
