import { chipOf, ORDERING_GENERATIONS } from '../../../arch/index.js';
import { type PlannedTest, planTests } from '../../../harness/selection/plan.js';
import { findSequence, type WeightedSequence } from '../../../harness/selection/selection.js';
import { extractFeatures } from '../../../harness/steering/features.js';
import { SHARE_FLOOR } from '../../../harness/steering/shares.js';
import { EPOCH_TESTS, FIRST_CANDIDATE_INTERVAL } from '../../../harness/steering/steered-plan.js';
import type { Scenario } from '../../../transactions/index.js';
import { drawTest } from '../../support/drawn-test.js';
import { createSmallDraw, createSmallScenario } from '../../transactions/support/scenarios.js';
import { makeConstantSequence } from '../support/sequences.js';
import { makePlan, makeUniqueCoverage, ROOT, runTests } from './support/plans.js';

/**
 * One of these sequences hits all the rare bins, and the others stay at their floors. All scenarios are identical, so
 * only the score decides which sequence comes next.
 */
const NAMES = ['empty_section', 'or_bits', 'plain_draws'];
const REWARDED = 'or_bits';
const SUITE = NAMES.map((name) => makeConstantSequence(name));

/** The sequence under test. It runs on all chips and is quick to generate. */
const TEST_SEQUENCE = findSequence('mixed_reads');
const STEERED_TESTS = 480;
const UNSTEERED_TESTS = 400;
/** The minimum number of tests expected to have a given property. Below this, the count is too noisy to check. */
const MIN_EXPECTED = 4;
/** How many standard deviations a count may fall below its floor before the test fails. */
const MAX_DEVIATIONS = 3;
/**
 * Features that take a new value in every test that does not have the starved property. There are enough of them to
 * outweigh any new knob value.
 */
const NOVEL_FEATURES = Array.from({ length: 16 }, (_, index) => `FRESH_${index}`);

const countTests = (tests: readonly PlannedTest[], name: string): number =>
  tests.filter(({ sequence }) => sequence === name).length;

/** A test's scenario and properties. */
interface TestProperties {
  readonly scenario: Scenario;
  /** The chip, generation and knob values. */
  readonly properties: ReadonlySet<string>;
}

/** Properties by seed, kept because all plans choose among the same tests. */
const propertiesBySeed = new Map<string, TestProperties>();

function getProperties(seed: string): TestProperties {
  const found = propertiesBySeed.get(seed) ?? readProperties(seed);
  propertiesBySeed.set(seed, found);
  return found;
}

function readProperties(seed: string): TestProperties {
  const { chip, freedoms } = drawTest(TEST_SEQUENCE, seed);
  const scenario = createSmallScenario({ chip, freedoms });
  const knobs = [...extractFeatures(scenario)].filter((feature) => feature.split('=')[0]! in freedoms);
  return { scenario, properties: new Set([`chip=${chip}`, `generation=${chipOf(chip).gfx}`, ...knobs]) };
}

/** Counts the tests that have each property. */
function countProperties(tests: readonly PlannedTest[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { seed } of tests)
    for (const name of getProperties(seed).properties) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Returns the sequence under test, with every scenario made to look novel unless it has the given property. */
function starveProperty(starved: string): WeightedSequence {
  let tests = 0;
  const generate = ({ seed }: { readonly seed: string }): Scenario => {
    const { scenario, properties } = getProperties(seed);
    const value = properties.has(starved) ? 0 : ++tests;
    const registers = Object.fromEntries(NOVEL_FEATURES.map((name) => [name, value]));
    return { ...scenario, draws: [createSmallDraw({ registers })] };
  };
  return { weight: 1, sequence: { ...TEST_SEQUENCE, generate } };
}

/**
 * How many steered tests are expected to have each property even if steering never favours it: every
 * `FIRST_CANDIDATE_INTERVAL`th test is picked regardless of novelty.
 */
let floors: ReadonlyMap<string, number>;

beforeAll(() => {
  const plan = planTests(ROOT, [{ sequence: TEST_SEQUENCE, weight: 1 }]);
  const unsteeredCounts = countProperties(Array.from({ length: UNSTEERED_TESTS }, () => plan.next().value));
  const scale = STEERED_TESTS / UNSTEERED_TESTS / FIRST_CANDIDATE_INTERVAL;
  floors = new Map([...unsteeredCounts].map(([property, count]) => [property, scale * count]));
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
    'registerRows=512..1023',
  ])(
    'keeps every chip, generation and knob value at its floor even if only tests without %s are novel',
    (starved) => {
      const steeredCounts = countProperties(runTests(makePlan([starveProperty(starved)]), STEERED_TESTS));
      const belowFloor = [...floors].flatMap(([property, expected]) => {
        const minimum = Math.max(1, expected - MAX_DEVIATIONS * Math.sqrt(expected));
        const count = steeredCounts.get(property) ?? 0;
        return expected >= MIN_EXPECTED && count < minimum ? [{ property, expected, count }] : [];
      });
      expect(belowFloor).toEqual([]);
      // The starved property itself stays close to its floor.
      expect(steeredCounts.get(starved)).toBeLessThan(2 * floors.get(starved)!);
    },
  );
});
