import { expect, it } from 'vitest';
import { addTotals, countVerdict, type RuleTotals } from '../../../harness/records/rule-counts.js';
import type { RuleId, Verdict, Violation } from '../../../transactions/index.js';

function fire(rule: RuleId, severity: Violation['severity'] = 'error'): Violation {
  const defaults = { unit: 'spi', place: {}, allowed: '', observed: '', steps: [], hint: '' };
  return { rule, severity, cycle: 1, ...defaults };
}

const VERDICT: Verdict = {
  violations: [fire('ORD-06'), fire('HANG-01'), fire('HANG-01'), fire('PERF-01', 'warning')],
  armed: { 'ORD-06': 9, 'HANG-01': 2, 'PERF-01': 1 },
  unchecked: [],
  inconclusive: false,
  uncompared: 0,
};

it('counts warnings and expected violations as excused, across any number of tests', () => {
  const totals: RuleTotals = {};
  countVerdict(totals, VERDICT, ['HANG-01']);
  expect(totals).toEqual({
    'ORD-06': { armed: 9, fired: 1 },
    'HANG-01': { armed: 2, fired: 2, excused: 2 },
    'PERF-01': { armed: 1, fired: 1, excused: 1 },
  });
  addTotals(totals, { 'HANG-01': { armed: 1, fired: 3, excused: 1 }, 'ORD-06': { armed: 1, fired: 1 } });
  expect(totals['HANG-01']).toEqual({ armed: 3, fired: 5, excused: 3 });
  expect(totals['ORD-06']).toEqual({ armed: 10, fired: 2 });
});
