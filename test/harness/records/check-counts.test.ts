import { expect, it } from 'vitest';
import { addCheckCounts, countChecks, makeEmptyCheckCounts } from '../../../harness/records/check-counts.js';
import type { Verdict } from '../../../transactions/index.js';

const VERDICT: Verdict = {
  violations: [],
  armed: { 'ORD-03': 30 },
  unchecked: [{ rule: 'PROTO-03', missing: 'exiting-id-polled' }],
  inconclusive: false,
  uncompared: 4,
};

it('counts tests by rule and missing data, and memory locations by sequence', () => {
  const counts = makeEmptyCheckCounts();
  countChecks(counts, 'rmw_buffer', VERDICT);
  countChecks(counts, 'rmw_buffer', VERDICT);
  countChecks(counts, 'rmw_image', { ...VERDICT, unchecked: [{ rule: 'PROTO-03', missing: 'another' }] });
  expect(counts).toEqual({
    unchecked: [
      { rule: 'PROTO-03', missing: 'exiting-id-polled', tests: 2 },
      { rule: 'PROTO-03', missing: 'another', tests: 1 },
    ],
    memory: { rmw_buffer: { compared: 60, leftOut: 8 }, rmw_image: { compared: 30, leftOut: 4 } },
  });
});

it('adds up partial counts without changing them', () => {
  const partial = makeEmptyCheckCounts();
  countChecks(partial, 'rmw_buffer', VERDICT);
  const total = makeEmptyCheckCounts();
  addCheckCounts(total, partial);
  addCheckCounts(total, partial);
  expect(total.unchecked).toEqual([{ ...VERDICT.unchecked[0], tests: 2 }]);
  expect(total.memory).toEqual({ rmw_buffer: { compared: 60, leftOut: 8 } });
  expect(partial.unchecked[0]?.tests).toBe(1);
});
