import { describe, expect, it } from 'vitest';
import { chipOf } from '../../../arch/index.js';
import { findSequence, NO_OVERRIDES, openCorpus, planTests } from '../../../regression/index.js';
import { generateTest } from '../../../regression/one-test/run-test.js';
import type { PlannedTest } from '../../../regression/records/plan.js';
import { featuresOf } from '../../../regression/steering/features.js';
import { SHARE_FLOOR } from '../../../regression/steering/shares.js';
import { EPOCH_TESTS, UNCHOSEN_EVERY } from '../../../regression/steering/steered-plan.js';
import { paidBy, planOf, ROOT, ran } from './support/plans.js';

/** Of the suite, on all its chips: one pays with all rare bins, and the rest are at their floors. */
const NAMES = ['empty_section', 'or_bits', 'plain_draws'];
const PAYING = 'or_bits';
const SEQUENCES = NAMES.map((name) => ({ sequence: findSequence(name), weight: 1 }));
const STEERED = 8 * EPOCH_TESTS;
const UNSTEERED = 200;
/** Fewer expected tests than this with a value say little about its share. */
const EXPECTED_MIN = 6;
/** Chance may take this part of what is expected. */
const LUCK = 0.5;

/** How often each chip, generation and value of a knob comes in tests, by sequence. */
function counts(tests: readonly PlannedTest[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const corpus = openCorpus();
  for (const { sequence, seed } of tests) {
    const scenario = generateTest({
      sequence: findSequence(sequence),
      seed,
      overrides: NO_OVERRIDES,
      corpus,
    });
    const knobs = Object.keys(scenario.freedoms);
    const own = [...featuresOf(scenario)].filter((text) => knobs.includes(text.split('=')[0]!));
    const facts = [`chip=${scenario.chip}`, `generation=${chipOf(scenario.chip).gfx}`, ...own];
    for (const fact of facts) found.set(`${sequence} ${fact}`, (found.get(`${sequence} ${fact}`) ?? 0) + 1);
  }
  return found;
}

const testsOf = (tests: readonly PlannedTest[], name: string): number =>
  tests.filter(({ sequence }) => sequence === name).length;

describe('a steered plan on real chips', () => {
  const tests = ran(planOf(SEQUENCES), STEERED, paidBy(PAYING));

  it('keeps each sequence at its floor', () => {
    const later = tests.slice(2 * EPOCH_TESTS);
    expect(testsOf(later, PAYING)).toBeGreaterThan(0.8 * later.length);
    for (const name of NAMES) {
      const floor = (SHARE_FLOOR * later.length) / NAMES.length;
      expect(testsOf(later, name)).toBeGreaterThanOrEqual(Math.floor(floor) - 1);
    }
  });

  it('keeps each chip, generation and value of a knob of a sequence at its floor', () => {
    const plan = planTests(ROOT, SEQUENCES);
    const drawn = Array.from({ length: UNSTEERED }, () => plan.next().value);
    const steered = counts(tests);
    const checked = [...counts(drawn)].flatMap(([fact, count]) => {
      const [name] = fact.split(' ');
      const share = count / testsOf(drawn, name!);
      const expected = (share * testsOf(tests, name!)) / UNCHOSEN_EVERY;
      return expected < EXPECTED_MIN ? [] : [{ fact, expected, steered: steered.get(fact) ?? 0 }];
    });
    const starved = checked.filter((row) => row.steered < LUCK * row.expected);
    expect(starved).toEqual([]);
    for (const kind of ['chip=', 'generation=', 'packers='])
      expect(checked.map(({ fact }) => fact).join()).toContain(kind);
  });
});
