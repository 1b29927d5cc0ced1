import { describe, expect, it } from 'vitest';
import { type Judged, judgeMutant, rulesByPaths } from '../../../bench/mutants/judge.js';
import { countByOperator, formatCounts, mutationScore } from '../../../bench/mutants/table.js';
import { openCorpus } from '../../../regression/index.js';
import { editedRecord, MUTANT_OPERATORS } from '../../../stimulus/index.js';
import type { RuleId } from '../../../transactions/index.js';

const corpus = openCorpus();

/** Programs that together have a place for every operator. */
const IDS = [
  'coherent_buffer/vega10/w64/mono',
  'discard_between_texture/navi21/w32/gpl',
  'rmw_buffer/navi31/w32/mono',
];
const records = IDS.map((id) => {
  const [, chip, wave] = id.split('/');
  return corpus.records(chip, Number(wave.slice(1)) as 32 | 64).find((record) => record.id === id)!;
});
const all = records.flatMap((record) => {
  const program = editedRecord(record);
  return MUTANT_OPERATORS.flatMap((operator) =>
    operator.mutants(program).map((mutant) => ({ record, operator, mutant })),
  );
});

describe('mutants of real programs', () => {
  it('come from programs in which every path keeps the rules', () => {
    expect(records.flatMap(rulesByPaths)).toEqual([]);
  });

  it.each(MUTANT_OPERATORS.map(({ name }) => name))('%s makes one that its class of rules kills', (name) => {
    const own = all.filter(({ operator }) => operator.name === name);
    const killed = own.some(
      ({ record, operator, mutant }) =>
        judgeMutant(record, operator, mutant, { corpus, scenes: 2 }).outcome === 'killed',
    );
    expect(killed).toBe(true);
  });

  it('run scenes even if a rule on their paths has fired, until a second rule fires', () => {
    const rulesOn = (name: string, scenes: number) =>
      all
        .filter(({ operator }) => operator.name === name)
        .map(({ record, operator, mutant }) => judgeMutant(record, operator, mutant, { corpus, scenes }))
        .map(({ byPaths, rules }) => ({ byPaths, rules }));
    const paths = rulesOn('exit-dropped', 0);
    const live = rulesOn('exit-dropped', 2);
    expect(paths.some(({ rules }) => rules.length === 1)).toBe(true);
    expect(live.map(({ byPaths }) => byPaths)).toEqual(paths.map(({ byPaths }) => byPaths));
    for (const [at, { rules }] of live.entries())
      expect(rules.slice(0, paths[at]!.rules.length)).toEqual(paths[at]!.rules);
    expect(live.filter((_, at) => paths[at]!.rules.length === 1).every(({ rules }) => rules.length > 1)).toBe(
      true,
    );
  });

  it('are never called equivalent where some path breaks a rule', () => {
    const disputed = all.filter(
      ({ mutant, record }) =>
        mutant.equivalence?.() !== undefined &&
        judgeMutant(record, MUTANT_OPERATORS[0], mutant, { corpus, scenes: 0 }).outcome === 'killed',
    );
    expect(disputed).toEqual([]);
  });
});

describe('the table of mutants', () => {
  const judged = (
    operator: string,
    outcome: Judged['outcome'],
    reason?: string,
    ...rules: readonly RuleId[]
  ): Judged => ({
    operator,
    program: 'a',
    pc: 0,
    outcome,
    byPaths: outcome === 'killed',
    rules,
    ...(reason === undefined ? {} : { reason }),
  });
  const counts = countByOperator([
    judged('first', 'killed', undefined, 'RACE-01'),
    judged('first', 'killed', undefined, 'RACE-01', 'RACE-02'),
    judged('first', 'equivalent', 'no one sees it'),
    judged('second', 'survived'),
    judged('second', 'misjudged', undefined, 'HANG-01'),
  ]);

  it('counts outcomes, killers and reasons by operator', () => {
    expect(counts[0]).toEqual({
      operator: 'first',
      killed: 2,
      byPaths: 2,
      equivalent: 1,
      misjudged: 0,
      survived: 0,
      rules: { 'RACE-01': 2, 'RACE-02': 1 },
      alone: { 'RACE-01': 1 },
      reasons: { 'no one sees it': 1 },
    });
    expect(formatCounts(counts).split('\n')[2]).toBe(
      'second         0         0           0          1         1',
    );
  });

  it('does not count the rule of a misjudged mutant as its killer', () => {
    expect(counts[1]).toMatchObject({ operator: 'second', rules: {}, alone: {} });
  });

  it('leaves the equivalent ones out of the score', () => {
    expect(mutationScore(counts)).toBe(0.5);
  });
});
