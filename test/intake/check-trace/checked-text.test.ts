import { formatCheckedRules } from '../../../intake/check-trace/trace-text.js';

const rules = [
  { rule: 'ORD-01', judged: 4, fired: 0 },
  { rule: 'ORD-02', judged: 0, fired: 0 },
  { rule: 'ORD-03', judged: 1, fired: 0, missing: 'memory-dumped for buf' },
  { rule: 'ORD-09', judged: 0, fired: 0 },
  { rule: 'CFG-02', judged: 1, fired: 0 },
  { rule: 'CFG-03', judged: 1, fired: 0 },
] as const;
const inapplicable = [
  { rule: 'ORD-09', reason: 'the interlock is ordered' },
  { rule: 'EXP-08', reason: 'not a rule of gfx10.3' },
] as const;

it('names each rule once: evaluated or not, not applicable, and with missing data, one line per rule class', () => {
  const unchecked = [
    { rule: 'ORD-03', missing: 'memory-dumped for buf' },
    { rule: 'EXP-01', missing: 'sx-alloc' },
    { rule: 'EXP-02', missing: 'export-requested, export-granted' },
    { rule: 'EXP-03', missing: 'export-granted' },
    { rule: 'EXP-05', missing: 'exported' },
  ] as const;
  expect(formatCheckedRules({ rules, unchecked, inapplicable })).toEqual([
    'evaluated: ORD-01, CFG-02, CFG-03',
    'never evaluated: ORD-02',
    'not applicable: ORD-09, EXP-08',
    'not checked: ORD-03 (missing: memory-dumped for buf)',
    'not checked: EXP-01 to EXP-03, EXP-05 (missing: sx-alloc, export-requested, export-granted, exported)',
    '--by-rule lists the data each rule is missing',
  ]);
  expect(formatCheckedRules({ rules, unchecked: [], inapplicable })).toEqual([]);
});

it('gives the reason why a rule of a required class does not apply, even if no data is missing', () => {
  const checked = rules.filter((entry) => !('missing' in entry));
  expect(formatCheckedRules({ rules: checked, unchecked: [], inapplicable }, ['ORD'])).toEqual([
    'evaluated: ORD-01, CFG-02, CFG-03',
    'never evaluated: ORD-02',
    'not applicable: EXP-08',
    'not applicable: ORD-09 (the interlock is ordered)',
  ]);
});
