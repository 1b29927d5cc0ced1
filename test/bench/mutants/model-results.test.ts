import { describe, expect, it } from 'vitest';
import { classifyMutant, computeModelScore } from '../../../bench/mutants/model/judged.js';
import { formatCounts } from '../../../bench/mutants/model/main.js';
import type { ModelMutant } from '../../../bench/mutants/model/mutants.js';
import type { TestOutcome } from '../../../bench/mutants/model/pool.js';
import { computeSoleFraction, formatSoleKills } from '../../../bench/mutants/sole-killers.js';

const mutant = { file: 'sc/packer', operator: 'off-by-one' } as ModelMutant;
const passed: TestOutcome = { rules: [], differs: false };
const changed: TestOutcome = { rules: [], differs: true };
const broken: TestOutcome = { killedBy: 'rule', rules: ['ORD-06', 'HANG-01'], differs: true };
const crashed: TestOutcome = { killedBy: 'crash', rules: [], differs: true };
const failedUnitTests: TestOutcome = { killedBy: 'unit tests', rules: [], differs: true };
const device: TestOutcome = { rules: [], differs: true, device: true };
const classify = (...outcomes: TestOutcome[]) => classifyMutant(mutant, outcomes);

describe('classifyMutant', () => {
  it('returns what killed a mutant, or how far a survivor got', () => {
    expect(
      [
        classify(passed, broken, crashed),
        classify(crashed),
        classify(changed, failedUnitTests),
        classify(passed, device),
        classify(),
        classify(passed),
        classify(passed, changed),
      ].map(({ outcome }) => outcome),
    ).toEqual(['rule', 'no rule', 'unit tests', 'DEVICE only', 'unreached', 'unseen', 'survived']);
  });

  it('names the only rule that fires if nothing else fails', () => {
    const onlyOrd06: TestOutcome = { ...broken, rules: ['ORD-06'] };
    expect(classify(onlyOrd06, passed).soleRule).toBe('ORD-06');
    for (const others of [[broken], [onlyOrd06, crashed], [{ ...changed, rules: onlyOrd06.rules }]])
      expect(classify(...others).soleRule).toBeUndefined();
  });

  it('counts mutants that only the model detects as alive, and excludes equivalent ones', () => {
    const results = [classify(broken), classify(failedUnitTests), classify(changed), classify(device)];
    expect(computeModelScore([...results, { mutant, outcome: 'equivalent' }])).toBe(0.5);
    expect(formatCounts(results).split('\n').at(-1)).toMatch(/^all +1 +0 +1 +0 +1 +0 +0 +1$/);
  });
});

describe('formatSoleKills', () => {
  it('lists the faults and mutants that only one rule detects, then the rules without any', () => {
    const kills = {
      'ORD-01': [1, 0, 1],
      'ORD-02': [0, 0, 0],
      'ORD-06': [0, 1, 0],
      'PROTO-01': [0, 0, 5],
    } as const;
    expect(computeSoleFraction(kills)).toBe(0.75);
    expect(formatSoleKills(kills).split('\n')).toEqual([
      'ORD-01      1 faults, 0 mutants of the model, 1 of programs',
      'ORD-06      0 faults, 1 mutants of the model, 0 of programs',
      'PROTO-01    0 faults, 0 mutants of the model, 5 of programs',
      '3 of 4 rules (75%) are the sole detector of some fault or mutant',
      'the other rules: ORD-02',
    ]);
  });
});
