import { beforeAll, describe, expect, it } from 'vitest';
import { chipOf, ORDERING_GENERATIONS } from '../../../arch/index.js';
import { generateTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { type PlannedTest, planTests } from '../../../harness/selection/plan.js';
import { findSequence, NO_OVERRIDES, type WeightedSequence } from '../../../harness/selection/selection.js';
import { featuresOf } from '../../../harness/steering/features.js';
import { SHARE_FLOOR } from '../../../harness/steering/shares.js';
import { EPOCH_TESTS, UNCHOSEN_EVERY } from '../../../harness/steering/steered-plan.js';
import type { Scenario } from '../../../transactions/index.js';
import { smallDraw, smallScenario } from '../../transactions/support/scenarios.js';
import { constantSequence } from '../support/sequences.js';
import { planOf, ROOT, runTests, uniqueCoverageOf } from './support/plans.js';

/**
 * Sequences, one of which gets all rare bins while the others stay at their floors. All scenarios are alike, so
 * only the score decides which sequence comes next.
 */
const NAMES = ['empty_section', 'or_bits', 'plain_draws'];
const REWARDED = 'or_bits';
const SUITE = NAMES.map((name) => constantSequence(name));

/** The sequence under test, which runs on all chips and is quick to generate. */
const TESTED = findSequence('mixed_reads');
const STEERED = 480;
const UNSTEERED = 400;
/** The minimum expected number of tests with a value; fewer say little about the value's share. */
const EXPECTED_MIN = 4;
/** How many standard deviations a count may fall below its floor by chance. */
const DEVIATIONS_MAX = 3;
/** Features that are new in every test except starved ones, adding more novelty than any knob value can. */
const FRESH = Array.from({ length: 16 }, (_, index) => `FRESH_${index}`);

const testsOf = (tests: readonly PlannedTest[], name: string): number =>
  tests.filter(({ sequence }) => sequence === name).length;

/** A test's scenario, and facts: its chip, generation and knob values. */
interface TestFacts {
  readonly scenario: Scenario;
  readonly facts: ReadonlySet<string>;
}

const corpus = openCorpus();
/** Facts keyed by seed, since all plans choose among the same tests. */
const factsBySeed = new Map<string, TestFacts>();

function factsOf(seed: string): TestFacts {
  const found = factsBySeed.get(seed) ?? readFacts(seed);
  factsBySeed.set(seed, found);
  return found;
}

function readFacts(seed: string): TestFacts {
  const { chip, freedoms } = generateTest({ sequence: TESTED, seed, overrides: NO_OVERRIDES, corpus });
  const scenario = smallScenario({ chip, freedoms });
  const knobs = [...featuresOf(scenario)].filter((feature) => feature.split('=')[0]! in freedoms);
  return { scenario, facts: new Set([`chip=${chip}`, `generation=${chipOf(chip).gfx}`, ...knobs]) };
}

/** How many of these tests have each fact. */
function counts(tests: readonly PlannedTest[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { seed } of tests)
    for (const fact of factsOf(seed).facts) found.set(fact, (found.get(fact) ?? 0) + 1);
  return found;
}

/** The sequence under test, with all scenarios scoring except those with one fact. */
function starving(starved: string): WeightedSequence {
  let tests = 0;
  const generate = ({ seed }: { readonly seed: string }): Scenario => {
    const { scenario, facts } = factsOf(seed);
    const value = facts.has(starved) ? 0 : ++tests;
    const registers = Object.fromEntries(FRESH.map((name) => [name, value]));
    return { ...scenario, draws: [smallDraw({ registers })] };
  };
  return { weight: 1, sequence: { ...TESTED, generate } };
}

/** The minimum number of steered tests with each fact: those chosen by chance rather than novelty, as in an unsteered run. */
let floors: ReadonlyMap<string, number>;

beforeAll(() => {
  const plan = planTests(ROOT, [{ sequence: TESTED, weight: 1 }]);
  const unsteered = counts(Array.from({ length: UNSTEERED }, () => plan.next().value));
  const part = STEERED / UNSTEERED / UNCHOSEN_EVERY;
  floors = new Map([...unsteered].map(([fact, count]) => [fact, part * count]));
});

describe('a steered plan', () => {
  it('keeps each sequence at its floor', () => {
    const tests = runTests(planOf(SUITE), 8 * EPOCH_TESTS, uniqueCoverageOf(REWARDED));
    const later = tests.slice(2 * EPOCH_TESTS);
    expect(testsOf(later, REWARDED)).toBeGreaterThan(0.8 * later.length);
    for (const name of NAMES) {
      const floor = (SHARE_FLOOR * later.length) / NAMES.length;
      expect(testsOf(later, name)).toBeGreaterThanOrEqual(Math.floor(floor) - 1);
    }
  });

  it.each([
    ...ORDERING_GENERATIONS.map((generation) => `generation=${generation}`),
    'packers=1',
    'registerRows=2^9',
  ])(
    'keeps each chip, generation and knob value at its floor while all tests score except those with %s',
    (starved) => {
      const steered = counts(runTests(planOf([starving(starved)]), STEERED));
      const below = [...floors].flatMap(([fact, expected]) => {
        const minimum = Math.max(1, expected - DEVIATIONS_MAX * Math.sqrt(expected));
        const count = steered.get(fact) ?? 0;
        return expected >= EXPECTED_MIN && count < minimum ? [{ fact, expected, count }] : [];
      });
      expect(below).toEqual([]);
      // The starved fact stays close to its floor.
      expect(steered.get(starved)).toBeLessThan(2 * floors.get(starved)!);
    },
  );
});
