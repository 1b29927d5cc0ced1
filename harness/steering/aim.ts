import type { PlannedTest } from '../selection/plan.js';
import {
  AimSearch,
  type AimSource,
  type DrawnTests,
  type ReachedGoal,
  type TriedTest,
} from './aim-search.js';
import { type AimTarget, getReachedGoals } from './aim-target.js';

/** A request to search for a test that hits a bin. */
interface AimRequest extends AimSource {
  readonly target: AimTarget;
  /** Tests to try first, such as those that hit bins near the target in past runs. */
  readonly known: readonly PlannedTest[];
  /** Called before each test, and sometimes more often, with the number of tests tried. Returns whether to stop. */
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

/** A request to search for tests that hit several holes. */
interface HolesRequest extends AimSource, Pick<AimRequest, 'shouldStop'> {
  /** The bins, in search order. */
  readonly targets: readonly AimTarget[];
  /** Returns the tests to try first for a bin. */
  readonly findKnown: (target: AimTarget) => readonly PlannedTest[];
  /** Called with each test that hits new bins, and the number of new bins. */
  readonly onHit?: (test: PlannedTest, bins: number) => void;
}

/** The result of the search for one bin. */
export interface AimedHole {
  /** Number of tests tried for this bin. */
  readonly tried: number;
  /** Number of steps towards the bin that the nearest test reached. */
  readonly goals: number;
  /** Names of the steps that the nearest test did not reach. */
  readonly missing: readonly string[];
  /** Number of steps that lead to the bin. */
  readonly steps: number;
  /** The first test that hit this bin, even if it was tried for another bin. Absent if no test did. */
  readonly found?: PlannedTest;
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

/** A bin and how close tests got to it. */
class Hole {
  tried = 0;
  goals = 0;
  missing: readonly string[];
  nearest: PlannedTest | undefined;
  found: PlannedTest | undefined;

  constructor(readonly target: AimTarget) {
    this.missing = target.goals.map(({ name }) => name);
  }

  /** Records how close a test got unless an earlier test hit the bin, and returns whether it is the first to hit it. */
  record({ test, hits }: TriedTest): boolean {
    if (this.found !== undefined) return false;
    const reached = getReachedGoals(this.target, hits);
    const goals = reached.filter(Boolean).length;
    if (goals > this.goals) {
      this.goals = goals;
      this.nearest = test;
      this.missing = this.target.goals.filter((_, goal) => !reached[goal]).map(({ name }) => name);
    }
    if (hits[this.target.bin] === 0) return false;
    this.found = test;
    return true;
  }
}

/** The state shared by the searches for several bins. */
class SharedSearch {
  readonly holes: readonly Hole[];
  readonly pool = new TriedTestPool();
  private readonly drawn: DrawnTests = new Map();

  constructor(private readonly request: HolesRequest) {
    this.holes = request.targets.map((target) => new Hole(target));
  }

  shouldContinue(): boolean {
    return (
      this.holes.some(({ found }) => found === undefined) && !this.request.shouldStop(this.pool.tests.length)
    );
  }

  /** Tries at most `maxTests` tests for one bin. In the first round for a bin, known tests come first. */
  tryTestsFor(hole: Hole, maxTests: number): AimSearch {
    const { target } = hole;
    const search = new AimSearch(target, this.request, this.drawn);
    for (const test of this.pool.findNear(target)) search.learn(test);
    const known = this.pool.excludeTried(hole.tried > 0 ? [] : this.request.findKnown(target));
    for (let tests = 0; tests < maxTests && hole.found === undefined && this.shouldContinue(); tests++) {
      const tried = search.tryOne(known[tests]);
      hole.tried++;
      this.pool.add(tried);
      const hitCount = this.holes.filter((candidate) => candidate.record(tried)).length;
      if (hitCount > 0) this.request.onHit?.(tried.test, hitCount);
    }
    return search;
  }

  listFailed(): PlannedTest[] {
    return this.pool.tests.filter(({ failed }) => failed).map(({ test }) => test);
  }
}

/**
 * Tries tests until one hits the bin. Known tests come first. Then come tests from the sequence that is most likely to
 * reach all goals, with the candidate seed that has the most promising features. A given request always tries the same
 * tests in the same order. Failing tests do not count towards coverage.
 */
export function aim({ target, known, ...request }: AimRequest): AimResult {
  const shared = new SharedSearch({ ...request, targets: [target], findKnown: () => known });
  const [hole] = shared.holes as [Hole];
  const search = shared.tryTestsFor(hole, Number.POSITIVE_INFINITY);
  const { found, nearest, tried, goals } = hole;
  return {
    tried,
    goals: search.listGoals(),
    failed: shared.listFailed(),
    ...(nearest === undefined ? {} : { nearest: { test: nearest, goals } }),
    ...(found === undefined ? {} : { found }),
  };
}

/**
 * Tries tests until each bin is hit, in rounds that double the number of tests per remaining bin. Every test counts
 * towards all bins, and later searches learn from it. A given request always tries the same tests in the same order.
 */
export function aimAtHoles(request: HolesRequest): AimedHoles {
  const shared = new SharedSearch(request);
  for (let maxTests = FIRST_ROUND; shared.shouldContinue(); maxTests *= 2)
    for (const hole of shared.holes)
      if (hole.found === undefined && shared.shouldContinue()) shared.tryTestsFor(hole, maxTests);
  return {
    holes: shared.holes.map(({ target, tried, goals, missing, found }) => ({
      ...{ tried, goals, missing, steps: target.goals.length },
      ...(found === undefined ? {} : { found }),
    })),
    tried: shared.pool.tests.length,
    failed: shared.listFailed(),
  };
}

/**
 * A search first learns from up to this many earlier tests that reached a step, and as many that did not, before it
 * tries tests itself.
 */
const MAX_TESTS = 100;

/**
 * Stores the tests that were tried. Features are interned and hits are stored as flags, so thousands of tests fit in
 * memory.
 */
export class TriedTestPool {
  readonly tests: TriedTest[] = [];
  private readonly seeds = new Set<string>();
  private readonly features = new Map<string, string>();

  /** Stores a test. */
  add({ test, features, hits, failed }: TriedTest): void {
    const shared = Array.from(features, (feature) => {
      const existing = this.features.get(feature);
      if (existing === undefined) this.features.set(feature, feature);
      return existing ?? feature;
    });
    this.seeds.add(getSeedKey(test));
    this.tests.push({
      test,
      features: new Set(shared),
      hits: Uint8Array.from(hits, (count) => +(count > 0)),
      failed,
    });
  }

  /** Returns the given tests that have not been tried yet. */
  excludeTried(tests: readonly PlannedTest[]): PlannedTest[] {
    return tests.filter((test) => !this.seeds.has(getSeedKey(test)));
  }

  /** Returns the most recent tests that reached a step towards a bin, and the most recent others. */
  findNear(target: AimTarget): TriedTest[] {
    const reaches = ({ hits }: TriedTest): boolean => getReachedGoals(target, hits).some(Boolean);
    const closest = this.tests.filter(reaches).slice(-MAX_TESTS);
    const others = this.tests.filter((test) => !reaches(test)).slice(-MAX_TESTS);
    return [...closest, ...others];
  }
}

function getSeedKey({ sequence, seed }: PlannedTest): string {
  return `${sequence}@${seed}`;
}
