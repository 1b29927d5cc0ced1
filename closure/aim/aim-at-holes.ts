import type { CoverageData } from '../../coverage/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';
import { AimSearch, type AimSource, type DrawnTests, type TriedTest } from './aim.js';
import { findKnownTests } from './known-tests.js';
import { type AimTarget, getReachedGoals } from './target.js';
import { TriedTestPool } from './tried-pool.js';

/** A request to search for tests that hit several holes. */
export interface HolesRequest extends AimSource {
  /** The bins, in search order. */
  readonly targets: readonly AimTarget[];
  /** The coverage of past tests. */
  readonly past: CoverageData;
  /** Called with each test that hits new bins, and the number of new bins. */
  readonly onHit?: (test: PlannedTest, bins: number) => void;
  /** Called before each test, and sometimes more often, with the number of tests tried. Returns whether to stop. */
  readonly shouldStop: (tried: number) => boolean;
}

/** The result of the search for one bin. */
export interface AimedHole {
  /** Number of tests tried for this bin. */
  readonly tried: number;
  /** The first test that hit this bin, even if it was tried for another bin. Absent if no test did. */
  readonly found?: PlannedTest;
  /** Number of steps that lead to the bin. */
  readonly steps: number;
  /** Number of these steps that the nearest test reached. */
  readonly goals: number;
  /** Names of the steps that the nearest test did not reach. */
  readonly missing: readonly string[];
}

/** The result of a search for several bins. */
export interface AimedHoles {
  /** In the order of the request. */
  readonly holes: readonly AimedHole[];
  readonly tried: number;
  readonly failed: readonly PlannedTest[];
}

/** Number of tests per bin in the first round. It doubles with every round. */
const FIRST_ROUND = 24;

interface HoleState {
  readonly target: AimTarget;
  tried: number;
  goals: number;
  missing: readonly string[];
  found?: PlannedTest;
}

/**
 * Tries tests until each bin is hit, in rounds that double the number of tests per remaining bin. Every test counts
 * towards all bins, and later searches learn from it. A given request always tries the same tests in the same order.
 */
export function aimAtHoles(request: HolesRequest): AimedHoles {
  const holes = request.targets.map(
    (target): HoleState => ({
      target,
      tried: 0,
      goals: 0,
      missing: target.goals.map(({ name }) => name),
    }),
  );
  const search: SharedSearch = { request, holes, drawn: new Map(), pool: new TriedTestPool() };
  for (let maxTests = FIRST_ROUND; shouldContinue(search); maxTests *= 2) {
    for (const hole of holes) tryTestsFor(hole, maxTests, search);
  }
  const { tests } = search.pool;
  return {
    holes: holes.map(({ target, tried, goals, missing, found }) => ({
      ...{ tried, goals, missing, steps: target.goals.length },
      ...(found === undefined ? {} : { found }),
    })),
    tried: tests.length,
    failed: tests.filter(({ failed }) => failed).map(({ test }) => test),
  };
}

/** The state shared by all searches. */
interface SharedSearch {
  readonly request: HolesRequest;
  readonly holes: readonly HoleState[];
  readonly drawn: DrawnTests;
  readonly pool: TriedTestPool;
}

function shouldContinue({ request, holes, pool }: SharedSearch): boolean {
  return holes.some(({ found }) => found === undefined) && !request.shouldStop(pool.tests.length);
}

/** Tries at most `maxTests` tests for one bin. In the first round for a bin, tests from past runs come first. */
function tryTestsFor(hole: HoleState, maxTests: number, shared: SharedSearch): void {
  const { request, holes, drawn, pool } = shared;
  if (hole.found !== undefined || !shouldContinue(shared)) return;
  const { target } = hole;
  const search = new AimSearch(target, request, drawn);
  for (const test of pool.findNear(target)) search.learn(test);
  const past = hole.tried > 0 ? [] : findKnownTests(target, request.sequences, request.past);
  const knownTests = pool.excludeTried(past);
  for (let tests = 0; tests < maxTests && hole.found === undefined && shouldContinue(shared); tests++) {
    const triedTest = search.tryOne(knownTests[tests]);
    hole.tried++;
    pool.add(triedTest);
    const hitCount = holes.filter((candidate) => recordTest(candidate, triedTest)).length;
    if (hitCount > 0) request.onHit?.(triedTest.test, hitCount);
  }
}

/** Records how close a test got to a bin that no test has hit yet, and returns whether it hits the bin. */
function recordTest(hole: HoleState, { test, hits: counts }: TriedTest): boolean {
  if (hole.found !== undefined) return false;
  const reached = getReachedGoals(hole.target, counts);
  const goals = reached.filter(Boolean).length;
  if (goals > hole.goals) {
    hole.goals = goals;
    hole.missing = hole.target.goals.filter((_, goal) => !reached[goal]).map(({ name }) => name);
  }
  if (counts[hole.target.bin] === 0) return false;
  hole.found = test;
  return true;
}
