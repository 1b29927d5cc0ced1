import {
  computeFractions,
  formatActivation,
  type MutantResult,
  type Outcome,
} from '../../../../tools/bench/mutants/activation.js';

const result = (outcome: Outcome): MutantResult => ({ mutant: { file: 'sc/packer' }, outcome });
const RESULTS = (['killed', 'killed', 'not run', 'not seen', 'not reached', 'equivalent'] as const).map(
  result,
);

test('what tests reach is a fraction of all mutants but the equivalent, what they kill one of those run', () => {
  expect(computeFractions(RESULTS)).toEqual({ reached: 4 / 5, killed: 2 / 3 });
});

test('the table counts the outcomes by unit', () => {
  const lines = formatActivation(RESULTS).split('\n');
  expect(lines.at(-2)).toMatch(/^sc +6 +1 +2 +1 +1 +1$/);
  expect(lines.at(-1)).toMatch(/^all +6 +1 +2 +1 +1 +1$/);
});
