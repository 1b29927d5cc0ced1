import { expect, it } from 'vitest';
import { formatCheckedRules } from '../../../intake/check-trace/trace-text.js';

it('lists the rules that were checked, then those with missing data, one line per rule class', () => {
  const unchecked = [
    { rule: 'ORD-03', missing: 'memory-dumped for buf' },
    { rule: 'EXP-01', missing: 'sx-alloc' },
    { rule: 'EXP-02', missing: 'export-requested, export-granted' },
    { rule: 'EXP-03', missing: 'export-granted' },
    { rule: 'EXP-05', missing: 'exported' },
  ] as const;
  const rules = [
    { rule: 'ORD-01', judged: 4, fired: 0 },
    { rule: 'ORD-02', judged: 0, fired: 0 },
    { rule: 'ORD-03', judged: 1, fired: 0, missing: 'memory-dumped for buf' },
    { rule: 'CFG-02', judged: 1, fired: 0 },
    { rule: 'CFG-03', judged: 1, fired: 0 },
  ] as const;
  expect(formatCheckedRules({ rules, unchecked })).toEqual([
    'checked: ORD-01, CFG-02, CFG-03',
    'not checked: ORD-03 (missing: memory-dumped for buf)',
    'not checked: EXP-01 to EXP-03, EXP-05 (missing: sx-alloc, export-requested, export-granted, exported)',
    '--by-rule lists the data each rule is missing',
  ]);
  expect(formatCheckedRules({ rules, unchecked: [] })).toEqual([]);
});
