import { describe, expect, it } from 'vitest';
import { formatCounts } from '../../../bench/mutants/model/main.js';
import { classifyMutant, computeModelScore } from '../../../bench/mutants/model/mutant-result.js';
import type { ModelMutant } from '../../../bench/mutants/model/mutants.js';
import type { TestOutcome } from '../../../bench/mutants/model/pool.js';
import { computeSoleFraction, formatSoleKills } from '../../../bench/mutants/sole-killers.js';

const mutant = { file: 'sc/packer', operator: 'off-by-one' } as ModelMutant;
const passed: TestOutcome = { rules: [], differs: false };
const differed: TestOutcome = { rules: [], differs: true };
const ruleFired: TestOutcome = { killedBy: 'rule', rules: ['ORD-06', 'HANG-01'], differs: true };
const crashed: TestOutcome = { killedBy: 'crash', rules: [], differs: true };
const failedTest: TestOutcome = { killedBy: 'unit tests', rules: [], differs: true };
const caughtByDevice: TestOutcome = { rules: [], differs: true, device: true };
const classify = (...outcomes: TestOutcome[]) => classifyMutant(mutant, outcomes);

describe('classifyMutant', () => {
  it('returns what killed a mutant, or how far a survivor got', () => {
    expect(
      [
        classify(passed, ruleFired, crashed),
        classify(crashed),
        classify(differed, failedTest),
        classify(passed, caughtByDevice),
        classify(),
        classify(passed),
        classify(passed, differed),
      ].map(({ outcome }) => outcome),
    ).toEqual(['rule', 'no rule', 'unit tests', 'DEVICE only', 'unreached', 'no difference', 'survived']);
  });

  it('names the only rule that fires if nothing else fails', () => {
    const onlyOrd06: TestOutcome = { ...ruleFired, rules: ['ORD-06'] };
    expect(classify(onlyOrd06, passed).soleRule).toBe('ORD-06');
    for (const others of [[ruleFired], [onlyOrd06, crashed], [{ ...differed, rules: onlyOrd06.rules }]])
      expect(classify(...others).soleRule).toBeUndefined();
  });

  it('counts mutants that only DEVICE detects as survivors, and excludes equivalent ones', () => {
    const results = [classify(ruleFired), classify(failedTest), classify(differed), classify(caughtByDevice)];
    expect(computeModelScore([...results, { mutant, outcome: 'equivalent' }])).toBe(0.5);
    expect(formatCounts(results).split('\n').at(-1)).toMatch(/^all +1 +0 +1 +0 +1 +0 +0 +1$/);
  });
});

describe('formatSoleKills', () => {
  it('lists the faults and mutants that only one rule detects, then the rules that are never the sole detector', () => {
    const kills = {
      'ORD-01': [1, 0, 1],
      'ORD-02': [0, 0, 0],
      'ORD-06': [0, 1, 0],
      'PROTO-01': [0, 0, 5],
    } as const;
    expect(computeSoleFraction(kills)).toBe(0.75);
    expect(formatSoleKills(kills).split('\n')).toEqual([
      'ORD-01      1 faults, 0 model mutants, 1 program mutants',
      'ORD-06      0 faults, 1 model mutants, 0 program mutants',
      'PROTO-01    0 faults, 0 model mutants, 5 program mutants',
      '3 of 4 rules (75%) are each the sole detector of at least one fault or mutant',
      'rules that are never the sole detector: ORD-02',
    ]);
  });
});
