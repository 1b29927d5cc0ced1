import { describe, expect, it } from 'vitest';
import { judgeOutcomes, killerOf } from '../../../bench/mutants/model/judged.js';
import { killedShare, outcomesText } from '../../../bench/mutants/model/table.js';
import { formatSoleKills, soleKiller, soleKills, soleShare } from '../../../bench/mutants/sole-killers.js';
import type { RuleId } from '../../../transactions/index.js';

describe('results of mutants of the model', () => {
  const passed = { rules: [], differs: false };
  const changed = { rules: [], differs: true };
  const broken = { by: 'rule', rules: ['ORD-06', 'HANG-01'] as const, differs: true };
  const known = 'no one sees it';

  it('is told with all rules and ways of all tests, and of those that live with what they show', () => {
    expect(judgeOutcomes([passed, broken, { by: 'crash', rules: [], differs: true }], known)).toEqual({
      status: 'killed',
      by: ['crash', 'rule'],
      rules: ['HANG-01', 'ORD-06'],
      tests: 2,
    });
    expect(judgeOutcomes([passed], known)).toMatchObject({ status: 'equivalent', reason: 'no one sees it' });
    expect(judgeOutcomes([passed, changed], undefined).status).toBe('survived');
    expect(judgeOutcomes([passed], undefined).status).toBe('unseen');
    expect(judgeOutcomes([], undefined).status).toBe('unreached');
  });

  it('names who killed it: a rule, no rule, or only the tests of its unit', () => {
    const [byRule, byNone] = [[broken], [{ by: 'crash', rules: [], differs: true }]].map((outcomes) =>
      judgeOutcomes(outcomes, undefined),
    );
    const byTests = judgeOutcomes([changed, { by: 'unit-tests', rules: [], differs: true }], undefined);
    expect([byRule!, byNone!, byTests].map(killerOf)).toEqual(['rule', 'no rule', 'unit tests']);
    expect(byTests).toEqual({ status: 'killed', by: ['unit-tests'], rules: [], tests: 2 });
  });

  it('is counted; equivalent ones are no part of the share', () => {
    const row = (status: 'killed' | 'equivalent' | 'survived') => ({
      file: 'sc/packer',
      line: 1,
      operator: 'off-by-one',
      change: '',
      status,
      rules: [],
      tests: 1,
    });
    const judged = [row('killed'), row('equivalent'), row('survived')];
    expect(killedShare(judged)).toBe(0.5);
    const byUnitTests = { ...row('killed'), by: ['unit-tests'] };
    expect(outcomesText([...judged, byUnitTests])).toBe(
      '1 killed in random tests, 1 by tests of the model alone, 1 equivalent, 1 alive, 0 of them DEVICE only',
    );
  });
});

describe('rules that alone see something', () => {
  const killing = (by: readonly string[], ...rules: readonly RuleId[]) => ({ status: 'killed', by, rules });

  it('are those that nothing else joins in any test', () => {
    expect(soleKiller(killing(['rule'], 'ORD-06'))).toBe('ORD-06');
    expect(soleKiller(killing(['rule'], 'ORD-06', 'HANG-01'))).toBeUndefined();
    expect(soleKiller(killing(['crash', 'rule'], 'ORD-06'))).toBeUndefined();
    expect(soleKiller({ ...killing(['rule'], 'ORD-06'), status: 'survived' })).toBeUndefined();
  });

  it('are counted by faults and mutants, and the others named', () => {
    const kills = soleKills(
      new Map([['ORD-01', ['F43']]]),
      [killing(['rule'], 'ORD-06')],
      [{ alone: { 'PROTO-01': 2 } }, { alone: { 'ORD-01': 1, 'PROTO-01': 3 } }],
    );
    expect(soleShare(kills)).toBeCloseTo(3 / kills.length);
    const lines = formatSoleKills(kills).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'ORD-01      1 faults, 0 mutants of the model, 1 of programs',
      'ORD-06      0 faults, 1 mutants of the model, 0 of programs',
      'PROTO-01    0 faults, 0 mutants of the model, 5 of programs',
    ]);
    expect(lines.at(-1)).toMatch(/^alone see none: ORD-02 /);
  });
});
