import { isExplainedBy, sortCausesFirst, sortForExplanation } from '../../../harness/records/cause-order.js';
import { RULE_IDS, type RuleId, type Severity, type Violation } from '../../../transactions/index.js';

const makeFinding = (rule: RuleId, unit = 'memory', severity: Severity = 'error', wave?: number) => ({
  violation: { rule, unit, severity, place: { pc: 4, ...(wave === undefined ? {} : { wave }) } } as Violation,
});

test('lists causes before their consequences, and errors before warnings', () => {
  const findings = [
    makeFinding('ORD-03'),
    makeFinding('PROTO-09', 'program', 'warning'),
    makeFinding('HANG-01'),
    makeFinding('ORD-01', 'spi'),
    makeFinding('RACE-01', 'program', 'error', 3),
    makeFinding('HANG-02', 'program'),
    makeFinding('PROTO-12', 'sq', 'error', 3),
    makeFinding('RACE-03', 'program'),
    makeFinding('CFG-05', 'registers'),
  ];
  const rules = sortCausesFirst(findings).map(({ violation: { rule } }) => rule);
  expect(rules).toEqual([
    'CFG-05',
    'RACE-03',
    'HANG-02',
    'PROTO-12',
    'RACE-01',
    'ORD-01',
    'HANG-01',
    'ORD-03',
    'PROTO-09',
  ]);
});

test('lists violations by rule, causes first, and keeps their order within a rule', () => {
  const onWave = makeFinding('RACE-01', 'program', 'error', 3).violation;
  const onPath = makeFinding('RACE-01', 'program').violation;
  const [order, warning] = [
    makeFinding('ORD-01', 'spi').violation,
    makeFinding('PROTO-09', 'program', 'warning').violation,
  ];
  expect(sortForExplanation([warning, order, onWave, onPath])).toEqual([onWave, onPath, order, warning]);
});

test("lists a rule's errors before its earlier warnings", () => {
  const [warning, error] = [
    makeFinding('VIS-01', 'memory', 'warning', 1),
    makeFinding('VIS-01', 'memory', 'error', 2),
  ];
  expect(sortForExplanation([warning.violation, error.violation])).toEqual([
    error.violation,
    warning.violation,
  ]);
});

test('explains a consequence by its cause, never the other way round', () => {
  expect(isExplainedBy('ORD-06', ['RACE-01'])).toBe(true);
  expect(isExplainedBy('ORD-03', ['HANG-01'])).toBe(true);
  expect(isExplainedBy('HANG-01', ['HANG-03'])).toBe(true);
  expect(isExplainedBy('PROTO-01', ['PROTO-08'])).toBe(true);
  expect(isExplainedBy('PROTO-08', ['PROTO-01'])).toBe(false);
  expect(isExplainedBy('RACE-01', ['PROTO-12'])).toBe(true);
  expect(isExplainedBy('PROTO-12', ['RACE-01'])).toBe(false);
  expect(isExplainedBy('RACE-01', ['ORD-03', 'HANG-01'])).toBe(false);
  expect(isExplainedBy('VIS-01', ['RACE-01'])).toBe(false);
});

test('ranks every rule in the cause order', () => {
  for (const rule of RULE_IDS) expect(isExplainedBy(rule, ['CFG-01']), rule).toBe(!rule.startsWith('CFG-'));
  expect(isExplainedBy('ORD-01', ['WIRE-01'])).toBe(true);
  expect(isExplainedBy('WIRE-01', ['WEAK-01', 'ORD-01'])).toBe(false);
});
