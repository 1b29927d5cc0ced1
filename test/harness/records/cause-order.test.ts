import { expect, test } from 'vitest';
import { causesFirst, inCauseOrder, isExplainedBy } from '../../../harness/records/cause-order.js';
import { RULE_IDS, type RuleId, type Severity, type Violation } from '../../../transactions/index.js';

const found = (rule: RuleId, unit = 'memory', severity: Severity = 'error', wave?: number) => ({
  violation: { rule, unit, severity, place: { pc: 4, ...(wave === undefined ? {} : { wave }) } } as Violation,
});

test('lists causes before their consequences, and errors before warnings', () => {
  const mixed = [
    found('ORD-03'),
    found('PROTO-09', 'program', 'warning'),
    found('HANG-01'),
    found('ORD-01', 'spi'),
    found('RACE-01', 'program', 'error', 3),
    found('HANG-02', 'program'),
    found('RACE-03', 'program'),
    found('CFG-05', 'registers'),
  ];
  const rules = causesFirst(mixed).map(({ violation: { rule } }) => rule);
  expect(rules).toEqual([
    'CFG-05',
    'HANG-02',
    'RACE-03',
    'RACE-01',
    'ORD-01',
    'HANG-01',
    'ORD-03',
    'PROTO-09',
  ]);
});

test('lists violations by rule, causes first, and keeps their order within a rule', () => {
  const onWave = found('RACE-01', 'program', 'error', 3).violation;
  const onPath = found('RACE-01', 'program').violation;
  const [order, warning] = [
    found('ORD-01', 'spi').violation,
    found('PROTO-09', 'program', 'warning').violation,
  ];
  expect(inCauseOrder([warning, order, onWave, onPath])).toEqual([onWave, onPath, order, warning]);
});

test("lists a rule's errors before its earlier warnings", () => {
  const [warning, error] = [found('VIS-01', 'memory', 'warning', 1), found('VIS-01', 'memory', 'error', 2)];
  expect(inCauseOrder([warning.violation, error.violation])).toEqual([error.violation, warning.violation]);
});

test('explains a consequence by its cause, never the other way round', () => {
  expect(isExplainedBy('ORD-06', ['RACE-01'])).toBe(true);
  expect(isExplainedBy('ORD-03', ['HANG-01'])).toBe(true);
  expect(isExplainedBy('HANG-01', ['HANG-03'])).toBe(true);
  expect(isExplainedBy('PROTO-01', ['PROTO-08'])).toBe(true);
  expect(isExplainedBy('PROTO-08', ['PROTO-01'])).toBe(false);
  expect(isExplainedBy('RACE-01', ['ORD-03', 'HANG-01'])).toBe(false);
  expect(isExplainedBy('VIS-01', ['RACE-01'])).toBe(false);
});

test('gives every rule a place in the cause order', () => {
  for (const rule of RULE_IDS) expect(isExplainedBy(rule, ['CFG-01']), rule).toBe(!rule.startsWith('CFG-'));
  expect(isExplainedBy('ORD-01', ['WIRE-01'])).toBe(true);
  expect(isExplainedBy('WIRE-01', ['WEAK-01', 'ORD-01'])).toBe(false);
});
