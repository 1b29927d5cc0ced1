import {
  computeFractions,
  formatActivation,
  type MutantResult,
  type Outcome,
} from '../../../../tools/bench/mutants/activation.js';

const result = (outcome: Outcome): MutantResult => ({ mutant: { file: 'sc/packer' }, outcome });
const RESULTS = (
  ['rule', 'rule', 'not run', 'failed', 'passed', 'DEVICE', 'not reached', 'equivalent'] as const
).map(result);

test('what tests reach is a fraction of all mutants but the equivalent, what rules kill one of those run', () => {
  expect(computeFractions(RESULTS)).toEqual({ reached: 6 / 7, rule: 2 / 5, failed: 1 / 5 });
});

test('the table counts the outcomes by unit', () => {
  const lines = formatActivation(RESULTS).split('\n');
  expect(lines.at(-2)).toMatch(/^sc +8 +1 +2 +1 +1 +1 +1 +1$/);
  expect(lines.at(-1)).toMatch(/^all +8 +1 +2 +1 +1 +1 +1 +1$/);
});
