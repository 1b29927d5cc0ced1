import { classifyMutant, computeModelScore, formatCounts } from '../../../../tools/bench/mutants/judge.js';
import type { ModelMutant } from '../../../../tools/bench/mutants/mutants.js';
import type { TestOutcome } from '../../../../tools/bench/mutants/pool.js';

const mutant = { file: 'sc/packer', operator: 'off-by-one' } as ModelMutant;
const passed: TestOutcome = { rules: [], differs: false };
const differed: TestOutcome = { rules: [], differs: true };
const ruleFired: TestOutcome = { killedBy: 'rule', rules: ['ORD-06', 'HANG-01'], differs: true };
const crashed: TestOutcome = { killedBy: 'crash', rules: [], differs: true };
const caughtByDevice: TestOutcome = { rules: [], differs: true, device: true };
const classify = (...outcomes: TestOutcome[]) => classifyMutant(mutant, outcomes);

describe('classifyMutant', () => {
  it('returns what killed a mutant, or how far a survivor got', () => {
    expect(
      [
        classify(passed, ruleFired, crashed),
        classify(crashed),
        classify(passed, caughtByDevice),
        classify(),
        classify(passed),
        classify(passed, differed),
      ].map(({ outcome }) => outcome),
    ).toEqual(['rule', 'no rule', 'DEVICE only', 'unreached', 'no difference', 'survived']);
  });

  it('counts mutants that only DEVICE detects as survivors, and excludes equivalent ones', () => {
    const results = [classify(ruleFired), classify(crashed), classify(differed), classify(caughtByDevice)];
    expect(computeModelScore([...results, { mutant, outcome: 'equivalent' }])).toBe(0.5);
    expect(formatCounts(results).split('\n').at(-1)).toMatch(/^all +1 +1 +0 +1 +0 +0 +1$/);
  });
});
