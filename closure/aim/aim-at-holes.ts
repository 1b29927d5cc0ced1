import type { CoverageData } from '../../coverage/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';
import { AimSearch, type AimSource, type DrawnTests, type TriedTest } from './aim.js';
import { knownTests } from './known-tests.js';
import { type AimTarget, goalsReached } from './target.js';
import { TriedPool } from './tried-pool.js';

/** A search for tests that hit holes, one after another. */
export interface HolesRequest extends AimSource {
  /** The bins, in the order in which they are searched for. */
  readonly targets: readonly AimTarget[];
  /** What past tests hit. */
  readonly past: CoverageData;
  /** Called with each test that hit bins of which no earlier test hit any, and how many. */
  readonly onHit?: (test: PlannedTest, bins: number) => void;
  /** Asked before each test, and now and then between two, with how many were tried. */
  readonly ended: (tried: number) => boolean;
}

/** How the search for one of the bins went. */
export interface AimedHole {
  /** Tests that were tried for this bin. */
  readonly tried: number;
  /** The first test that hit it, whichever bin it was tried for; absent where none did. */
  readonly found?: PlannedTest;
  /** Steps on the way, and the most of them that one test reached. */
  readonly steps: number;
  readonly goals: number;
  /** Names of the steps that the nearest test did not reach. */
  readonly missing: readonly string[];
}

/** How a search for several bins ended. */
export interface AimedHoles {
  /** In the order of the request. */
  readonly holes: readonly AimedHole[];
  readonly tried: number;
  readonly failed: readonly PlannedTest[];
}

/** Tests for each bin in the first round; each further round has twice as many. */
const FIRST_ROUND = 24;

interface OpenHole {
  readonly target: AimTarget;
  tried: number;
  goals: number;
  missing: readonly string[];
  found?: PlannedTest;
}

/**
 * Tries tests until each bin is hit, in rounds with twice as many tests for each bin that is left. Each test counts for every bin, and
 * teaches the searches for later ones. A request gives the same tests in the same order each time.
 */
export function aimAtHoles(request: HolesRequest): AimedHoles {
  const holes = request.targets.map(
    (target): OpenHole => ({
      target,
      tried: 0,
      goals: 0,
      missing: target.goals.map(({ name }) => name),
    }),
  );
  const search: SharedSearch = { request, holes, drawn: new Map(), pool: new TriedPool() };
  for (let most = FIRST_ROUND; goesOn(search); most *= 2) {
    for (const hole of holes) tryFor(hole, most, search);
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

/** What the searches for several bins share. */
interface SharedSearch {
  readonly request: HolesRequest;
  readonly holes: readonly OpenHole[];
  readonly drawn: DrawnTests;
  readonly pool: TriedPool;
}

function goesOn({ request, holes, pool }: SharedSearch): boolean {
  return holes.some(({ found }) => found === undefined) && !request.ended(pool.tests.length);
}

/** Tries at most this many tests for one bin. In its first round, those of past runs come first. */
function tryFor(hole: OpenHole, most: number, shared: SharedSearch): void {
  const { request, holes, drawn, pool } = shared;
  if (hole.found !== undefined || !goesOn(shared)) return;
  const { target } = hole;
  const search = new AimSearch(target, request, drawn);
  for (const test of pool.near(target)) search.learn(test);
  const past = hole.tried > 0 ? [] : knownTests(target, request.sequences, request.past);
  const known = pool.withoutTried(past);
  for (let tests = 0; tests < most && hole.found === undefined && goesOn(shared); tests++) {
    const tried = search.tryOne(known[tests]);
    hole.tried++;
    pool.add(tried);
    const hit = holes.filter((each) => hits(each, tried)).length;
    if (hit > 0) request.onHit?.(tried.test, hit);
  }
}

/** Whether the test is the first one that hits the bin, which is noted. */
function hits(hole: OpenHole, { test, hits: counts }: TriedTest): boolean {
  if (hole.found !== undefined) return false;
  const reached = goalsReached(hole.target, counts);
  const goals = reached.filter(Boolean).length;
  if (goals > hole.goals) {
    hole.goals = goals;
    hole.missing = hole.target.goals.filter((_, at) => !reached[at]).map(({ name }) => name);
  }
  if (counts[hole.target.bin] === 0) return false;
  hole.found = test;
  return true;
}
