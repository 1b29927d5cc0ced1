import { chipOf, present } from '../../arch/index.js';
import { createCollector } from '../../coverage/index.js';
import type { Scenario } from '../../transactions/index.js';
import { runScenarioTest, type TestResult } from '../one-test/run-test.js';
import type { PlannedTest } from '../selection/plan.js';
import { NO_OVERRIDES } from '../selection/selection.js';
import { type AimTarget, getReachedGoals } from './aim-target.js';
import { type Candidate, CandidateSource, type TestSource } from './candidates.js';
import { type FeatureEffect, FeatureOdds, isRequestable, PRIOR_TESTS } from './feature-odds.js';
import { extractFeatures } from './features.js';

/** Number of candidate seeds per test. */
const CANDIDATES = 24;
/**
 * How often searches explore regardless of what they learned: every fourth test comes from the sequence with the fewest
 * tests, and every fourth test of a sequence uses its first candidate seed.
 */
const EXPLORATION_INTERVAL = 4;
/** Maximum number of features listed per goal. */
const MAX_PREDICTORS = 3;
/** Number of tests per bin in the first round of a search for several bins. It doubles with every round. */
const FIRST_ROUND = 24;
/**
 * A search for a bin first learns from up to this many earlier tests that reached a step, and as many that did not, before
 * it tries tests itself.
 */
const MAX_EARLIER_TESTS = 100;

/** A request to search for tests that hit bins. */
export interface SearchRequest extends Omit<TestSource, 'overrides'> {
  /** The bins, in search order. */
  readonly targets: readonly AimTarget[];
  /** Returns the tests to try first for a bin, such as those that hit bins near it in past runs. */
  readonly findKnown: (target: AimTarget) => readonly PlannedTest[];
  /** Called with each test that hits new bins, and the number of new bins. */
  readonly onHit?: (test: PlannedTest, bins: number) => void;
  /** Called before each test, and sometimes more often, with the number of tests tried. Returns whether to stop. */
  readonly shouldStop: (tried: number) => boolean;
}

/** A step towards a bin, across all tests that the search for the bin learned from. */
export interface ReachedGoal {
  readonly name: string;
  readonly tests: number;
  /** The best predictors. Empty if there are too few tests to distinguish a feature from chance. */
  readonly movers: readonly FeatureEffect[];
}

/** The result of the search for one bin. */
export interface SearchedHole {
  /** Number of tests tried for this bin. */
  readonly tried: number;
  /** The first test that reached the most steps towards the bin; absent if none reached any. */
  readonly nearest?: PlannedTest;
  /** Number of steps that the nearest test reached. */
  readonly reached: number;
  /** Names of the steps that it did not reach. */
  readonly missing: readonly string[];
  /** The first test that hit this bin, even if it was tried for another bin. Absent if no test did. */
  readonly found?: PlannedTest;
}

/** The result of a search. */
export interface SearchResult {
  /** In the order of the request. */
  readonly holes: readonly SearchedHole[];
  readonly tried: number;
  /** Tests that did not pass. */
  readonly failed: readonly PlannedTest[];
  /** The steps towards the bin that was searched for last, with the features that helped. */
  readonly goals: readonly ReachedGoal[];
}

/** A test that was tried. */
interface TriedTest {
  readonly test: PlannedTest;
  readonly features: ReadonlySet<string>;
  /** Whether the test hit each bin, with all covergroups concatenated. All are 0 if the test did not pass. */
  readonly hits: ArrayLike<number>;
  readonly failed: boolean;
}

/** A sequence, how many of its tests a search learned from, and how many of these reached each goal. */
interface Arm {
  readonly name: string;
  tests: number;
  readonly reached: number[];
}

/** Learns from tests what makes them more likely to hit one bin. */
class Aim {
  readonly odds: FeatureOdds;
  private readonly arms: readonly Arm[];

  constructor(
    private readonly target: AimTarget,
    sequences: readonly string[],
  ) {
    this.odds = new FeatureOdds(target.goals.length);
    this.arms = sequences.map((name) => ({ name, tests: 0, reached: target.goals.map(() => 0) }));
  }

  /** Learns from the goals that a test reached. */
  learn({ test, features, hits }: TriedTest): void {
    const reached = getReachedGoals(this.target, hits).map(Number);
    this.odds.learn(features, reached);
    const arm = this.arms.find(({ name }) => name === test.sequence);
    if (arm === undefined) return;
    arm.tests++;
    for (const goal of reached.keys()) arm.reached[goal]! += reached[goal]!;
  }

  /**
   * Returns the sequence whose next test is most likely to reach all goals or, at regular intervals, the sequence with
   * the fewest tests. Sequences with few tests are assumed to be average.
   */
  chooseSequence(): string {
    const { arms, odds } = this;
    if (odds.tests % EXPLORATION_INTERVAL === EXPLORATION_INTERVAL - 1)
      return arms.reduce((fewest, arm) => (arm.tests < fewest.tests ? arm : fewest)).name;
    const averageChances = odds.hits.map((hits) => (hits + 1) / (odds.tests + 2));
    const computeChance = ({ tests, reached }: Arm): number =>
      reached.reduce(
        (product, count, goal) =>
          (product * (count + PRIOR_TESTS * averageChances[goal]!)) / (tests + PRIOR_TESTS),
        1,
      );
    return arms.reduce((best, arm) => (computeChance(arm) > computeChance(best) ? arm : best)).name;
  }

  /** Returns, for each goal, how many of the tests learned from reached it and which features helped. */
  listGoals(): ReachedGoal[] {
    return this.target.goals.map(({ name }, goal) => ({
      name,
      tests: this.odds.hits[goal]!,
      movers: this.odds.findSignificantPredictors(goal, MAX_PREDICTORS),
    }));
  }
}

/** A bin and how close tests got to it. */
class Hole {
  tried = 0;
  reached = 0;
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
    const count = reached.filter(Boolean).length;
    if (count > this.reached) {
      this.reached = count;
      this.nearest = test;
      this.missing = this.target.goals.filter((_, goal) => !reached[goal]).map(({ name }) => name);
    }
    if (hits[this.target.bin] === 0) return false;
    this.found = test;
    return true;
  }

  getResult(): SearchedHole {
    const { tried, reached, missing, nearest, found } = this;
    return { tried, reached, missing, ...present({ nearest, found }) };
  }
}

/** The state of a search: its bins, and the tests tried for any of them. */
class Search {
  readonly holes: readonly Hole[];
  readonly tests: TriedTest[] = [];
  /** What was learned about the bin that was searched for last. */
  aim: Aim;
  private readonly triedSeeds = new Set<string>();
  /** One string per feature, so that thousands of tests fit in memory. */
  private readonly features = new Map<string, string>();
  /** Number of tests drawn from each sequence, so that no test is drawn twice. */
  private readonly drawn = new Map<string, number>();
  private readonly candidates: CandidateSource;

  constructor(private readonly request: SearchRequest) {
    this.holes = request.targets.map((target) => new Hole(target));
    this.aim = this.createAim(request.targets[0] ?? { bin: 0, goals: [] });
    this.candidates = new CandidateSource({ ...request, overrides: NO_OVERRIDES }, CANDIDATES, getFeatures);
  }

  shouldContinue(): boolean {
    return this.holes.some(({ found }) => found === undefined) && !this.request.shouldStop(this.tests.length);
  }

  /** Tries at most `maxTests` tests for one bin. In the first round for a bin, known tests come first. */
  tryTestsFor(hole: Hole, maxTests: number): void {
    const { request } = this;
    const aim = this.createAim(hole.target);
    this.aim = aim;
    for (const test of this.findNear(hole.target)) aim.learn(test);
    const known = hole.tried > 0 ? [] : request.findKnown(hole.target);
    const untried = known.filter((test) => !this.triedSeeds.has(getSeedKey(test)));
    for (let tests = 0; tests < maxTests && hole.found === undefined && this.shouldContinue(); tests++) {
      const next = untried[tests];
      const tried = this.runTest(next === undefined ? this.draw(aim) : this.candidates.generate(next));
      aim.learn(tried);
      hole.tried++;
      const hitCount = this.holes.filter((candidate) => candidate.record(tried)).length;
      if (hitCount > 0) request.onHit?.(tried.test, hitCount);
    }
  }

  private createAim(target: AimTarget): Aim {
    return new Aim(
      target,
      this.request.sequences.map(({ sequence }) => sequence.name),
    );
  }

  /** Returns the most recent tests that reached a step towards a bin, and the most recent others. */
  private findNear(target: AimTarget): TriedTest[] {
    const reaches = ({ hits }: TriedTest): boolean => getReachedGoals(target, hits).some(Boolean);
    const closest = this.tests.filter(reaches).slice(-MAX_EARLIER_TESTS);
    const others = this.tests.filter((test) => !reaches(test)).slice(-MAX_EARLIER_TESTS);
    return [...closest, ...others];
  }

  /** Draws a test from the most promising sequence, with the seed that has the most promising features. */
  private draw(aim: Aim): Candidate {
    const name = aim.chooseSequence();
    const { sequence } = this.request.sequences.find((weighted) => weighted.sequence.name === name)!;
    const drawn = this.drawn.get(name) ?? 0;
    this.drawn.set(name, drawn + 1);
    const score = (features: ReadonlySet<string>): number => aim.odds.score(features);
    return this.candidates.choose(sequence, drawn, drawn % EXPLORATION_INTERVAL === 0 ? undefined : score);
  }

  private runTest({ test, ...chosen }: Candidate): TriedTest {
    const scenario = chosen.scenario ?? this.candidates.generateScenario(test);
    const { hits, finding } = runForHits(scenario);
    const tried = {
      test,
      features: new Set(Array.from(chosen.features!, (feature) => this.intern(feature))),
      hits: Uint8Array.from(hits, (count) => +(count > 0)),
      failed: finding !== undefined && scenario.expects.length === 0,
    };
    this.triedSeeds.add(getSeedKey(test));
    this.tests.push(tried);
    return tried;
  }

  private intern(feature: string): string {
    const existing = this.features.get(feature);
    if (existing === undefined) this.features.set(feature, feature);
    return existing ?? feature;
  }
}

/**
 * Tries tests until each bin is hit. Known tests come first. Then come tests from the sequence that is most likely to
 * reach all steps towards a bin, with the candidate seed that has the most promising features. With several bins, rounds
 * double the number of tests per remaining bin; every test counts towards all bins, and later searches learn from it. A
 * given request always tries the same tests in the same order. Failing tests do not count towards coverage.
 */
export function searchForHoles(request: SearchRequest): SearchResult {
  const search = new Search(request);
  const firstRound = request.targets.length === 1 ? Number.POSITIVE_INFINITY : FIRST_ROUND;
  for (let maxTests = firstRound; search.shouldContinue(); maxTests *= 2)
    for (const hole of search.holes)
      if (hole.found === undefined && search.shouldContinue()) search.tryTestsFor(hole, maxTests);
  return {
    holes: search.holes.map((hole) => hole.getResult()),
    tried: search.tests.length,
    failed: search.tests.filter(({ failed }) => failed).map(({ test }) => test),
    goals: search.aim.listGoals(),
  };
}

function getSeedKey({ sequence, seed }: PlannedTest): string {
  return `${sequence}@${seed}`;
}

function getFeatures(scenario: Scenario, sequence: string): ReadonlySet<string> {
  const requestable = [...extractFeatures(scenario)].filter(isRequestable);
  return new Set([`sequence=${sequence}`, `generation=${chipOf(scenario.chip).gfx}`, ...requestable]);
}

/** The results of running a scenario. */
interface RunHits extends Pick<TestResult, 'run' | 'finding'> {
  /** Hit counts per bin, with all covergroups concatenated; all zero if the test did not pass. */
  readonly hits: Float64Array;
}

/** Runs a scenario and returns its hits. */
export function runForHits(scenario: Scenario): RunHits {
  const collector = createCollector('rank');
  const { run, finding } = runScenarioTest(scenario, {
    cover: { collector, id: scenario.name, position: 0 },
  });
  const groups = collector.snapshot().parts[0]!.groups;
  return { hits: Float64Array.from(groups.flatMap(({ passed }) => [...passed.hits])), run, finding };
}
