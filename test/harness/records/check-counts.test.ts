import { addCheckCounts, countChecks, makeEmptyCheckCounts } from '../../../harness/records/check-counts.js';
import { addTotals, countVerdict, type RuleTotals } from '../../../harness/records/rule-counts.js';
import type { RuleId, Verdict, Violation } from '../../../transactions/index.js';

function fire(rule: RuleId, severity: Violation['severity'] = 'error'): Violation {
  const defaults = { unit: 'spi', place: {}, allowed: '', observed: '', steps: [], hint: '' };
  return { rule, severity, cycle: 1, ...defaults };
}

const FIRED_VERDICT: Verdict = {
  violations: [fire('ORD-06'), fire('HANG-01'), fire('HANG-01'), fire('PERF-01', 'warning')],
  armed: { 'ORD-06': 9, 'HANG-01': 2, 'PERF-01': 1 },
  unchecked: [],
  inconclusive: false,
  uncompared: 0,
};

it('counts warnings and expected violations as excused, across any number of tests', () => {
  const totals: RuleTotals = {};
  countVerdict(totals, FIRED_VERDICT, ['HANG-01']);
  expect(totals).toEqual({
    'ORD-06': { armed: 9, fired: 1 },
    'HANG-01': { armed: 2, fired: 2, excused: 2 },
    'PERF-01': { armed: 1, fired: 1, excused: 1 },
  });
  addTotals(totals, { 'HANG-01': { armed: 1, fired: 3, excused: 1 }, 'ORD-06': { armed: 1, fired: 1 } });
  expect(totals['HANG-01']).toEqual({ armed: 3, fired: 5, excused: 3 });
  expect(totals['ORD-06']).toEqual({ armed: 10, fired: 2 });
});

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
