import { beforeAll, describe, expect, it } from 'vitest';
import { chipOf, ORDERING_GENERATIONS } from '../../../arch/index.js';
import { generateTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { type PlannedTest, planTests } from '../../../harness/selection/plan.js';
import { findSequence, NO_OVERRIDES, type WeightedSequence } from '../../../harness/selection/selection.js';
import { extractFeatures } from '../../../harness/steering/features.js';
import { SHARE_FLOOR } from '../../../harness/steering/shares.js';
import { EPOCH_TESTS, FIRST_CANDIDATE_INTERVAL } from '../../../harness/steering/steered-plan.js';
import type { Scenario } from '../../../transactions/index.js';
import { createSmallDraw, createSmallScenario } from '../../transactions/support/scenarios.js';
import { makeConstantSequence } from '../support/sequences.js';
import { makePlan, makeUniqueCoverage, ROOT, runTests } from './support/plans.js';

/**
 * One of these sequences gets all the rare bins, and the others stay at their floors. All scenarios are identical, so
 * only the score decides which sequence comes next.
 */
const NAMES = ['empty_section', 'or_bits', 'plain_draws'];
const REWARDED = 'or_bits';
const SUITE = NAMES.map((name) => makeConstantSequence(name));

/** The sequence under test. It runs on all chips and is quick to generate. */
const TESTED = findSequence('mixed_reads');
const STEERED_TESTS = 480;
const UNSTEERED_TESTS = 400;
/** The minimum number of tests expected to have a fact. With fewer, its share is too noisy to check. */
const MIN_EXPECTED = 4;
/** How many standard deviations below its floor a count may be by chance. */
const MAX_DEVIATIONS = 3;
/** Features that are new in every test except starved ones, and add more novelty than any knob value can. */
const NOVEL_FEATURES = Array.from({ length: 16 }, (_, index) => `FRESH_${index}`);

const countTests = (tests: readonly PlannedTest[], name: string): number =>
  tests.filter(({ sequence }) => sequence === name).length;

/** A test's scenario and facts. */
interface TestFacts {
  readonly scenario: Scenario;
  /** The chip, generation and knob values. */
  readonly facts: ReadonlySet<string>;
}

const corpus = openCorpus();
/** Facts by seed, kept because all plans choose among the same tests. */
const factsBySeed = new Map<string, TestFacts>();

function getFacts(seed: string): TestFacts {
  const found = factsBySeed.get(seed) ?? readFacts(seed);
  factsBySeed.set(seed, found);
  return found;
}

function readFacts(seed: string): TestFacts {
  const { chip, freedoms } = generateTest({ sequence: TESTED, seed, overrides: NO_OVERRIDES, corpus });
  const scenario = createSmallScenario({ chip, freedoms });
  const knobs = [...extractFeatures(scenario)].filter((feature) => feature.split('=')[0]! in freedoms);
  return { scenario, facts: new Set([`chip=${chip}`, `generation=${chipOf(chip).gfx}`, ...knobs]) };
}

/** Counts the tests that have each fact. */
function countFacts(tests: readonly PlannedTest[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { seed } of tests)
    for (const fact of getFacts(seed).facts) counts.set(fact, (counts.get(fact) ?? 0) + 1);
  return counts;
}

/** Returns the sequence under test, with novelty in every scenario except those with the given fact. */
function starveFact(starved: string): WeightedSequence {
  let tests = 0;
  const generate = ({ seed }: { readonly seed: string }): Scenario => {
    const { scenario, facts } = getFacts(seed);
    const value = facts.has(starved) ? 0 : ++tests;
    const registers = Object.fromEntries(NOVEL_FEATURES.map((name) => [name, value]));
    return { ...scenario, draws: [createSmallDraw({ registers })] };
  };
  return { weight: 1, sequence: { ...TESTED, generate } };
}

/**
 * For each fact, the expected number of steered tests that have it by chance, as in an unsteered run, rather than for
 * novelty.
 */
let floors: ReadonlyMap<string, number>;

beforeAll(() => {
  const plan = planTests(ROOT, [{ sequence: TESTED, weight: 1 }]);
  const unsteeredCounts = countFacts(Array.from({ length: UNSTEERED_TESTS }, () => plan.next().value));
  const scale = STEERED_TESTS / UNSTEERED_TESTS / FIRST_CANDIDATE_INTERVAL;
  floors = new Map([...unsteeredCounts].map(([fact, count]) => [fact, scale * count]));
});

describe('a steered plan', () => {
  it('keeps each sequence at its floor', () => {
    const tests = runTests(makePlan(SUITE), 8 * EPOCH_TESTS, makeUniqueCoverage(REWARDED));
    const laterTests = tests.slice(2 * EPOCH_TESTS);
    expect(countTests(laterTests, REWARDED)).toBeGreaterThan(0.8 * laterTests.length);
    for (const name of NAMES) {
      const floor = (SHARE_FLOOR * laterTests.length) / NAMES.length;
      expect(countTests(laterTests, name)).toBeGreaterThanOrEqual(Math.floor(floor) - 1);
    }
  });

  it.each([
    ...ORDERING_GENERATIONS.map((generation) => `generation=${generation}`),
    'packers=1',
    'registerRows=2^9',
  ])(
    'keeps every chip, generation and knob value at its floor while all tests are novel except those with %s',
    (starved) => {
      const steeredCounts = countFacts(runTests(makePlan([starveFact(starved)]), STEERED_TESTS));
      const belowFloor = [...floors].flatMap(([fact, expected]) => {
        const minimum = Math.max(1, expected - MAX_DEVIATIONS * Math.sqrt(expected));
        const count = steeredCounts.get(fact) ?? 0;
        return expected >= MIN_EXPECTED && count < minimum ? [{ fact, expected, count }] : [];
      });
      expect(belowFloor).toEqual([]);
      // The starved fact itself stays close to its floor.
      expect(steeredCounts.get(starved)).toBeLessThan(2 * floors.get(starved)!);
    },
  );
});
