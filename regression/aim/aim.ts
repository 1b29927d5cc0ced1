import { chipOf, greatestOf } from '../../arch/index.js';
import type { Corpus } from '../../stimulus/index.js';
import type { Scenario, Seed } from '../../transactions/index.js';
import { testSeed } from '../basics/seeds.js';
import { generateTest } from '../one-test/run-test.js';
import type { PlannedTest } from '../records/plan.js';
import { findSequence, NO_OVERRIDES, type WeightedSequence } from '../records/selection.js';
import { runForHits } from '../run/rank-coverage.js';
import { featuresOf } from '../steering/features.js';
import { FeatureOdds, isTold, type Mover, PRIOR_TESTS } from './feature-odds.js';
import { type AimTarget, goalsReached } from './target.js';

/** A search for a test that hits a bin. */
export interface AimRequest {
  readonly target: AimTarget;
  /** Root seed of the tests that are drawn. */
  readonly seed: Seed;
  readonly suite: string;
  readonly sequences: readonly WeightedSequence[];
  /** Tests that are tried first, such as those that hit bins near the target in past runs. */
  readonly known: readonly PlannedTest[];
  readonly corpus: Corpus;
  /** Asked before each test, with how many were tried. */
  readonly ended: (tried: number) => boolean;
}

/** How a search ended. */
export interface Aimed {
  /** The test that hit the bin; absent where none did. */
  readonly found?: PlannedTest;
  readonly tried: number;
  /** The first test that reached most goals, and how many. */
  readonly nearest?: { readonly test: PlannedTest; readonly goals: number };
  /** Tests that did not pass. */
  readonly failed: readonly PlannedTest[];
  /** The steps on the way, by how many of the tried tests reached them, and the features that moved them. */
  readonly goals: readonly GoalReached[];
}

/** A step on the way to a bin, over the tests that were tried. */
export interface GoalReached {
  readonly name: string;
  readonly tests: number;
  /** None where the tests are too few to tell a feature from chance. */
  readonly movers: readonly Mover[];
}

/** Seeds that a test is chosen from. */
const CANDIDATES = 24;
/** Of this many tests, one is of the sequence tried least, and of a sequence's tests, one has its first seed, whatever was learned. */
const UNCHOSEN_EVERY = 4;
/** Features that are named for a goal. */
const MOVERS = 3;

/** A sequence and how many of its tests reached each goal. */
interface Arm {
  readonly name: string;
  tests: number;
  readonly reached: number[];
  /** Tests that were drawn here. */
  drawn: number;
}

interface Attempt {
  readonly test: PlannedTest;
  readonly scenario: Scenario;
  readonly features: ReadonlySet<string>;
}

/**
 * Tries tests one after another until one hits the bin: known ones first, then those of the sequence most likely to reach all goals, and of
 * several seeds of it the one whose features make that most likely. A request gives the same tests in the same order each time.
 * Tests that fail cover nothing.
 */
export function aim(request: AimRequest): Aimed {
  const { target, known, ended } = request;
  const none = target.goals.map(() => 0);
  const arms = request.sequences.map(
    ({ sequence }): Arm => ({ name: sequence.name, tests: 0, reached: [...none], drawn: 0 }),
  );
  const odds = new FeatureOdds(none.length);
  const failed: PlannedTest[] = [];
  let nearest: Aimed['nearest'];
  let found: PlannedTest | undefined;
  while (found === undefined && !ended(odds.tests)) {
    const test = known[odds.tests];
    const arm = test === undefined ? nextArm(arms, odds) : arms.find(({ name }) => name === test.sequence);
    const attempt = test === undefined ? chosen(arm!, odds, request) : attemptOf(test, request);
    const { hits, finding } = runForHits(attempt.scenario);
    const reached = goalsReached(target, hits);
    odds.learn(attempt.features, reached);
    if (arm !== undefined) addTo(arm, reached);
    if (test === undefined) arm!.drawn++;
    if (finding !== undefined && attempt.scenario.expects.length === 0) failed.push(attempt.test);
    const goals = reached.filter(Boolean).length;
    if (goals > (nearest?.goals ?? 0)) nearest = { test: attempt.test, goals };
    if (hits[target.bin]! > 0) found = attempt.test;
  }
  return {
    tried: odds.tests,
    failed,
    goals: target.goals.map(({ name }, goal) => ({
      name,
      tests: odds.hits[goal]!,
      movers: odds.evidentMovers(goal, MOVERS),
    })),
    ...(nearest === undefined ? {} : { nearest }),
    ...(found === undefined ? {} : { found }),
  };
}

function addTo(arm: Arm, reached: readonly boolean[]): void {
  arm.tests++;
  for (const goal of reached.keys()) if (reached[goal]) arm.reached[goal]!++;
}

/** The sequence whose next test most likely reaches all goals; one with few tests is taken for an average one. In turns, the least tried. */
function nextArm(arms: readonly Arm[], odds: FeatureOdds): Arm {
  if (odds.tests % UNCHOSEN_EVERY === UNCHOSEN_EVERY - 1)
    return arms.reduce((least, arm) => (arm.tests < least.tests ? arm : least));
  const usual = odds.hits.map((hits) => (hits + 1) / (odds.tests + 2));
  const chance = ({ tests, reached }: Arm): number =>
    reached.reduce(
      (product, own, goal) => (product * (own + PRIOR_TESTS * usual[goal]!)) / (tests + PRIOR_TESTS),
      1,
    );
  return arms.reduce((best, arm) => (chance(arm) > chance(best) ? arm : best));
}

/** The seed of a sequence whose features promise most. */
function chosen({ name, drawn }: Arm, odds: FeatureOdds, request: AimRequest): Attempt {
  const free = drawn % UNCHOSEN_EVERY === 0;
  const attempts = Array.from({ length: free ? 1 : CANDIDATES }, (_, number) => {
    const index = CANDIDATES * drawn + number;
    return attemptOf({ sequence: name, index, seed: testSeed(request.seed, name, index) }, request);
  });
  const worth = attempts.map(({ features }) => odds.valueOf(features));
  return attempts[worth.indexOf(greatestOf(worth))]!;
}

function attemptOf(test: PlannedTest, { suite, corpus }: AimRequest): Attempt {
  const sequence = findSequence(test.sequence, suite);
  const scenario = generateTest({ sequence, seed: test.seed, overrides: NO_OVERRIDES, corpus });
  const told = [...featuresOf(scenario)].filter(isTold);
  const features = new Set([`sequence=${test.sequence}`, `generation=${chipOf(scenario.chip).gfx}`, ...told]);
  return { test, scenario, features };
}
