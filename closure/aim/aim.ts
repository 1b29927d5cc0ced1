import { chipOf, findMax } from '../../arch/index.js';
import { deriveTestSeed } from '../../base/basics/index.js';
import { generateTest } from '../../harness/one-test/index.js';
import {
  findSequence,
  NO_OVERRIDES,
  type PlannedTest,
  type WeightedSequence,
} from '../../harness/selection/index.js';
import { extractFeatures } from '../../harness/steering/index.js';
import type { Corpus } from '../../stimulus/index.js';
import type { Scenario, Seed } from '../../transactions/index.js';
import { runForHits } from '../rank/rank-coverage.js';
import { type FeatureEffect, FeatureOdds, isRequestable, PRIOR_TESTS } from './feature-odds.js';
import { type AimTarget, getReachedGoals } from './target.js';

/** Where a search gets its tests from. */
export interface AimSource {
  /** The root seed of the tests. */
  readonly seed: Seed;
  readonly suite: string;
  readonly sequences: readonly WeightedSequence[];
  readonly corpus: Corpus;
}

/** A request to search for a test that hits a bin. */
export interface AimRequest extends AimSource {
  readonly target: AimTarget;
  /** Tests to try first, such as those that hit bins near the target in past runs. */
  readonly known: readonly PlannedTest[];
  /** Called before each test with the number of tests tried. Returns whether to stop. */
  readonly shouldStop: (tried: number) => boolean;
}

/** The result of a search. */
export interface AimResult {
  /** The test that hit the bin; absent if none did. */
  readonly found?: PlannedTest;
  readonly tried: number;
  /** The first test that reached the most goals, and how many it reached. */
  readonly nearest?: { readonly test: PlannedTest; readonly goals: number };
  /** Tests that did not pass. */
  readonly failed: readonly PlannedTest[];
  /** The steps towards the bin, each with the number of tests that reached it and the features that helped. */
  readonly goals: readonly ReachedGoal[];
}

/** A step towards a bin, across all tests tried. */
export interface ReachedGoal {
  readonly name: string;
  readonly tests: number;
  /** The best predictors. Empty if there are too few tests to distinguish a feature from chance. */
  readonly movers: readonly FeatureEffect[];
}

/** A test that was tried. */
export interface TriedTest {
  readonly test: PlannedTest;
  readonly features: ReadonlySet<string>;
  /** The hit count of each bin, with all covergroups concatenated. All are 0 if the test did not pass. */
  readonly hits: ArrayLike<number>;
  readonly failed: boolean;
}

/** Number of candidate seeds per test. */
const CANDIDATES = 24;
/**
 * How often searches explore regardless of what they learned: every fourth test comes from the sequence with the fewest
 * tests, and every fourth test of a sequence uses its first candidate seed.
 */
const EXPLORATION_INTERVAL = 4;
/** Maximum number of features listed per goal. */
const MAX_PREDICTORS = 3;

/** A sequence and how many of its tests reached each goal. */
interface Arm {
  readonly name: string;
  tests: number;
  readonly reached: number[];
}

interface Attempt {
  readonly test: PlannedTest;
  readonly scenario: Scenario;
  readonly features: ReadonlySet<string>;
}

/** The number of tests drawn from each sequence. Searches that share this map never draw the same test twice. */
export type DrawnTests = Map<string, number>;

/**
 * Tries tests until one hits the bin. Known tests come first. Then come tests from the sequence that is most likely to
 * reach all goals, with the candidate seed that has the most promising features. A given request always tries the same
 * tests in the same order. Failing tests do not count towards coverage.
 */
export function aim({ target, known, shouldStop, ...source }: AimRequest): AimResult {
  const search = new AimSearch(target, source, new Map());
  const failed: PlannedTest[] = [];
  let nearest: AimResult['nearest'];
  let found: PlannedTest | undefined;
  for (let tried = 0; found === undefined && !shouldStop(tried); tried++) {
    const { test, hits, failed: hasFailed } = search.tryOne(known[tried]);
    if (hasFailed) failed.push(test);
    const goals = getReachedGoals(target, hits).filter(Boolean).length;
    if (goals > (nearest?.goals ?? 0)) nearest = { test, goals };
    if (hits[target.bin]! > 0) found = test;
  }
  return {
    ...search.getStatistics(),
    failed,
    ...(nearest === undefined ? {} : { nearest }),
    ...(found === undefined ? {} : { found }),
  };
}

/** Learns what makes tests more likely to hit one bin, and chooses the next test. */
export class AimSearch {
  private readonly arms: readonly Arm[];
  private readonly odds: FeatureOdds;

  constructor(
    private readonly target: AimTarget,
    private readonly source: AimSource,
    private readonly drawn: DrawnTests,
  ) {
    const zeros = target.goals.map(() => 0);
    this.arms = source.sequences.map(({ sequence }) => ({
      name: sequence.name,
      tests: 0,
      reached: [...zeros],
    }));
    this.odds = new FeatureOdds(zeros.length);
  }

  /** Runs one test, by default the most promising one, and learns from it. */
  tryOne(known?: PlannedTest): TriedTest {
    const attempt = known === undefined ? this.draw() : generateAttempt(known, this.source);
    const { hits, finding } = runForHits(attempt.scenario);
    const { test, features, scenario } = attempt;
    const tried = { test, features, hits, failed: finding !== undefined && scenario.expects.length === 0 };
    this.learn(tried);
    return tried;
  }

  /** Learns from the goals that a test reached. */
  learn({ test, features, hits }: Omit<TriedTest, 'failed'>): void {
    const reached = getReachedGoals(this.target, hits);
    this.odds.learn(features, reached);
    const arm = this.arms.find(({ name }) => name === test.sequence);
    if (arm !== undefined) recordReached(arm, reached);
  }

  /** Returns the number of tests learned from and, for each goal, how many reached it and which features helped. */
  getStatistics(): Pick<AimResult, 'tried' | 'goals'> {
    const goals = this.target.goals.map(({ name }, goal) => ({
      name,
      tests: this.odds.hits[goal]!,
      movers: this.odds.findSignificantPredictors(goal, MAX_PREDICTORS),
    }));
    return { tried: this.odds.tests, goals };
  }

  /** Draws a test from the most promising sequence, with the seed that has the most promising features. */
  private draw(): Attempt {
    const { name } = chooseArm(this.arms, this.odds);
    const drawn = this.drawn.get(name) ?? 0;
    this.drawn.set(name, drawn + 1);
    const isExploring = drawn % EXPLORATION_INTERVAL === 0;
    const attempts = Array.from({ length: isExploring ? 1 : CANDIDATES }, (_, number) => {
      const index = CANDIDATES * drawn + number;
      const seed = deriveTestSeed(this.source.seed, name, index);
      return generateAttempt({ sequence: name, index, seed }, this.source);
    });
    const scores = attempts.map(({ features }) => this.odds.score(features));
    return attempts[scores.indexOf(findMax(scores))]!;
  }
}

function recordReached(arm: Arm, reached: readonly boolean[]): void {
  arm.tests++;
  for (const goal of reached.keys()) if (reached[goal]) arm.reached[goal]!++;
}

/**
 * Returns the sequence whose next test is most likely to reach all goals or, at regular intervals, the sequence with
 * the fewest tests. Sequences with few tests are assumed to be average.
 */
function chooseArm(arms: readonly Arm[], odds: FeatureOdds): Arm {
  if (odds.tests % EXPLORATION_INTERVAL === EXPLORATION_INTERVAL - 1)
    return arms.reduce((fewest, arm) => (arm.tests < fewest.tests ? arm : fewest));
  const averageChances = odds.hits.map((hits) => (hits + 1) / (odds.tests + 2));
  const computeChance = ({ tests, reached }: Arm): number =>
    reached.reduce(
      (product, count, goal) =>
        (product * (count + PRIOR_TESTS * averageChances[goal]!)) / (tests + PRIOR_TESTS),
      1,
    );
  return arms.reduce((best, arm) => (computeChance(arm) > computeChance(best) ? arm : best));
}

function generateAttempt(test: PlannedTest, { suite, corpus }: AimSource): Attempt {
  const sequence = findSequence(test.sequence, suite);
  const scenario = generateTest({ sequence, seed: test.seed, overrides: NO_OVERRIDES, corpus });
  const requestable = [...extractFeatures(scenario)].filter(isRequestable);
  const features = new Set([
    `sequence=${test.sequence}`,
    `generation=${chipOf(scenario.chip).gfx}`,
    ...requestable,
  ]);
  return { test, scenario, features };
}
