import { openCorpus } from '../../../harness/programs/corpus-files.js';
import type { RuleId } from '../../../transactions/index.js';
import { findRecord } from '../../intake/check/support/check-text.js';
import { MUTANT_OPERATORS } from './mutants.js';
import { checkMutant, decodeRecord, findPathViolations } from './support/judge.js';

const corpus = openCorpus();

/** Programs chosen so that every operator applies to at least one. */
const IDS = [
  'coherent_buffer/vega10/w64/mono',
  'discard_between_texture/navi21/w32/gpl',
  'rmw_buffer/navi31/w32/mono',
];
const records = IDS.map(findRecord);
const allMutants = records.flatMap((record) => {
  const program = decodeRecord(record);
  return MUTANT_OPERATORS.flatMap((operator) =>
    operator.mutants(program).map((mutant) => ({ record, operator, mutant })),
  );
});

describe('mutants of real programs', () => {
  it('come from programs that violate no rule on any path', () => {
    expect(records.flatMap(findPathViolations)).toEqual([]);
  });

  it.each(MUTANT_OPERATORS.map(({ name }) => name))(
    'include one from %s that is killed by a rule of its class',
    (name) => {
      const mutants = allMutants.filter(({ operator }) => operator.name === name);
      const killed = mutants.some(
        ({ record, operator, mutant }) =>
          checkMutant(record, operator, mutant, corpus, 2).outcome === 'killed',
      );
      expect(killed).toBe(true);
    },
  );

  it('are still run in scenes if a path violates only one rule, and then violate a second', () => {
    const findRules = (name: string, scenes: number) =>
      allMutants
        .filter(({ operator }) => operator.name === name)
        .map(({ record, operator, mutant }) => checkMutant(record, operator, mutant, corpus, scenes).rules);
    const pathRules = findRules('exit-dropped', 0);
    const sceneRules = findRules('exit-dropped', 2);
    expect(pathRules.some((rules) => rules.length === 1)).toBe(true);
    for (const [index, rules] of sceneRules.entries())
      expect(rules.slice(0, pathRules[index]!.length)).toEqual(pathRules[index]);
    expect(
      sceneRules.filter((_, index) => pathRules[index]!.length === 1).every((rules) => rules.length > 1),
    ).toBe(true);
  });

  it.each([
    ['exit-at-entry', 'rmw_bytes/vangogh/w64/mono', 'PROTO-08', 1],
    ['store-below-exit', 'long_section/navi48/w64/mono', 'PROTO-08', 1],
    ['spacer-dropped', 'atomic64/navi48/w64/mono', 'HAZ-02', 0],
    ['access-above-entry', 'oit_loop/navi10/w64/mono', 'PROTO-08', 1],
  ])('of %s in %s are all killed by %s', (name, id, rule, scenes) => {
    const record = findRecord(id);
    const operator = MUTANT_OPERATORS.find((candidate) => candidate.name === name)!;
    const mutants = operator.mutants(decodeRecord(record));
    const results = mutants.map((mutant) => checkMutant(record, operator, mutant, corpus, scenes));
    expect(mutants.length).toBeGreaterThan(0);
    expect(results.filter(({ rules }) => !rules.includes(rule as RuleId))).toEqual([]);
  });
});
