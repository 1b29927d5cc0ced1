import { greatestOf } from '../../arch/index.js';
import type { Corpus } from '../../stimulus/index.js';
import type { Scenario, Seed } from '../../transactions/index.js';
import { testSeed } from '../basics/seeds.js';
import { generateTest } from '../one-test/run-test.js';
import type { PlannedTest } from '../records/plan.js';
import { findSequence, NO_OVERRIDES, type WeightedSequence } from '../records/selection.js';
import { runForHits } from '../run/rank-coverage.js';
import { featuresOf } from '../steering/features.js';
import { FeatureValues, type Mover } from './feature-values.js';
import { type AimTarget, nearness } from './target.js';

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
  /** The test that came nearest, and how near, from 0 to 1. */
  readonly nearest?: { readonly test: PlannedTest; readonly near: number };
  /** Tests that did not pass. */
  readonly failed: readonly PlannedTest[];
  /** What moved tests nearer, as measured over those that were tried. */
  readonly movers: readonly Mover[];
}

/** Seeds that a test is chosen from. */
const CANDIDATES = 8;
/** Of this many tests of a sequence, one takes its first seed, whatever was learned. */
const UNCHOSEN_EVERY = 4;
/** Weight of what is not known of a sequence against what is. */
const CURIOSITY = 0.25;
const MOVERS = 8;

/** A sequence and how near its tests came. */
interface Arm {
  readonly name: string;
  tests: number;
  near: number;
  /** Tests that were drawn here. */
  drawn: number;
}

interface Attempt {
  readonly test: PlannedTest;
  readonly scenario: Scenario;
  readonly features: ReadonlySet<string>;
}

/**
 * Tries tests one after another until one hits the bin: known ones first, then each sequence once, then the sequence that promises most
 * (upper confidence bound), and of several seeds of it the one whose features came nearest so far. A request gives the same tests in
 * the same order each time. Tests that fail cover nothing, and count as far away.
 */
export function aim(request: AimRequest): Aimed {
  const { target, known, ended } = request;
  const arms = request.sequences.map(
    ({ sequence }): Arm => ({ name: sequence.name, tests: 0, near: 0, drawn: 0 }),
  );
  const values = new FeatureValues();
  let nearest: Aimed['nearest'];
  const failed: PlannedTest[] = [];
  let tried = 0;
  while (!ended(tried)) {
    const test = known[tried];
    const arm = test === undefined ? promising(arms) : arms.find(({ name }) => name === test.sequence);
    const attempt = test === undefined ? chosen(arm!, values, request) : attemptOf(test, request);
    const { hits, finding } = runForHits(attempt.scenario);
    const near = nearness(target, hits);
    tried++;
    values.learn(attempt.features, near);
    if (finding !== undefined && attempt.scenario.expects.length === 0) failed.push(attempt.test);
    if (arm !== undefined) {
      arm.tests++;
      arm.near += near;
      if (test === undefined) arm.drawn++;
    }
    if (near > (nearest?.near ?? -1)) nearest = { test: attempt.test, near };
    if (near === 1) break;
  }
  return {
    tried,
    failed,
    movers: values.movers(MOVERS),
    ...(nearest === undefined ? {} : { nearest }),
    ...(nearest?.near === 1 ? { found: nearest.test } : {}),
  };
}

/** The sequence whose mean nearness may be greatest; one without a test comes first. */
function promising(arms: readonly Arm[]): Arm {
  const tests = arms.reduce((sum, arm) => sum + arm.tests, 1);
  const bound = ({ tests: own, near }: Arm): number =>
    own === 0 ? Number.POSITIVE_INFINITY : near / own + CURIOSITY * Math.sqrt(Math.log(tests) / own);
  return arms.reduce((best, arm) => (bound(arm) > bound(best) ? arm : best));
}

/** The seed of a sequence whose features are worth most. */
function chosen({ name, drawn }: Arm, values: FeatureValues, request: AimRequest): Attempt {
  const free = drawn % UNCHOSEN_EVERY === 0;
  const attempts = Array.from({ length: free ? 1 : CANDIDATES }, (_, number) => {
    const index = CANDIDATES * drawn + number;
    return attemptOf({ sequence: name, index, seed: testSeed(request.seed, name, index) }, request);
  });
  const worth = attempts.map(({ features }) => values.valueOf(features));
  return attempts[worth.indexOf(greatestOf(worth))]!;
}

function attemptOf(test: PlannedTest, { suite, corpus }: AimRequest): Attempt {
  const sequence = findSequence(test.sequence, suite);
  const scenario = generateTest({ sequence, seed: test.seed, overrides: NO_OVERRIDES, corpus });
  const features = new Set([`sequence=${test.sequence}`, ...featuresOf(scenario)]);
  return { test, scenario, features };
}
