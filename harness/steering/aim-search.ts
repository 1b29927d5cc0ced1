import { chipOf, findMax } from '../../arch/index.js';
import { createCollector } from '../../coverage/index.js';
import type { Corpus, Sequence } from '../../stimulus/index.js';
import type { Scenario, Seed } from '../../transactions/index.js';
import { deriveTestSeed } from '../basics/index.js';
import { generateTest, runScenarioTest, type TestResult } from '../one-test/run-test.js';
import type { PlannedTest } from '../selection/plan.js';
import { NO_OVERRIDES, type Overrides, type WeightedSequence } from '../selection/selection.js';
import { type AimTarget, getReachedGoals } from './aim-target.js';
import { type FeatureEffect, FeatureOdds, isRequestable, PRIOR_TESTS } from './feature-odds.js';
import { extractFeatures } from './features.js';

/** Where tests are drawn from. */
export interface TestSource {
  /** The root seed of the tests. */
  readonly seed: Seed;
  readonly sequences: readonly WeightedSequence[];
  readonly overrides: Overrides;
  readonly corpus: Corpus;
}

/** A test that may be chosen next. Its scenario and features are undefined if the generator throws. */
export interface Candidate {
  readonly test: PlannedTest;
  readonly scenario: Scenario | undefined;
  readonly features: ReadonlySet<string> | undefined;
}

/** Returns the features of a test by which candidates are compared. */
type GetFeatures = (scenario: Scenario, sequence: string) => ReadonlySet<string>;

/**
 * Draws the tests of a search. Each test of a sequence is chosen from several candidates with consecutive indices, by a
 * score of their features. As in any other run, each candidate is an ordinary test identified by sequence and index.
 */
export class CandidateSource {
  /** @param count number of candidates per test. */
  constructor(
    private readonly source: TestSource,
    private readonly count: number,
    private readonly getFeatures: GetFeatures,
  ) {}

  /** Generates candidate `number` of a sequence's test `drawn`. */
  make({ name }: Sequence, drawn: number, number: number): Candidate {
    const index = this.count * drawn + number;
    return this.generate({ sequence: name, index, seed: deriveTestSeed(this.source.seed, name, index) });
  }

  /** Generates a test of one of the source's sequences. */
  generate(test: PlannedTest): Candidate {
    try {
      const scenario = this.generateScenario(test);
      return { test, scenario, features: this.getFeatures(scenario, test.sequence) };
    } catch {
      return { test, scenario: undefined, features: undefined };
    }
  }

  /** Generates the scenario of a test, or throws what its generator throws. */
  generateScenario({ sequence: name, seed }: PlannedTest): Scenario {
    const { sequences, overrides, corpus } = this.source;
    const { sequence } = sequences.find((weighted) => weighted.sequence.name === name)!;
    return generateTest({ sequence, seed, overrides, corpus });
  }

  /**
   * Chooses among the candidates for a sequence's test `drawn`: the first with the highest score or, without a score,
   * the first. A candidate whose generator throws is chosen at once, so that the failure is reported.
   */
  choose(
    sequence: Sequence,
    drawn: number,
    score: ((features: ReadonlySet<string>) => number) | undefined,
  ): Candidate {
    const candidates: Candidate[] = [];
    for (let number = 0; number < (score === undefined ? 1 : this.count); number++) {
      const candidate = this.make(sequence, drawn, number);
      if (candidate.features === undefined) return candidate;
      candidates.push(candidate);
    }
    if (score === undefined) return candidates[0]!;
    const scores = candidates.map(({ features }) => score(features!));
    return candidates[scores.indexOf(findMax(scores))]!;
  }
}

/** Where a search gets its tests from. */
export interface AimSource {
  /** The root seed of the tests. */
  readonly seed: Seed;
  readonly sequences: readonly WeightedSequence[];
  readonly corpus: Corpus;
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
  readonly sequence: Sequence;
  tests: number;
  readonly reached: number[];
}

/** The number of tests drawn from each sequence. Searches that share this map never draw the same test twice. */
export type DrawnTests = Map<string, number>;

/** Learns what makes tests more likely to hit one bin, and chooses the next test. */
export class AimSearch {
  private readonly arms: readonly Arm[];
  private readonly odds: FeatureOdds;
  private readonly candidates: CandidateSource;

  constructor(
    private readonly target: AimTarget,
    source: AimSource,
    private readonly drawn: DrawnTests,
  ) {
    const { goals } = target;
    this.arms = source.sequences.map(({ sequence }) => ({ sequence, tests: 0, reached: goals.map(() => 0) }));
    this.odds = new FeatureOdds(goals.length);
    this.candidates = new CandidateSource({ ...source, overrides: NO_OVERRIDES }, CANDIDATES, getFeatures);
  }

  /** Runs one test, by default the most promising one, and learns from it. */
  tryOne(known?: PlannedTest): TriedTest {
    const { test, ...chosen } = known === undefined ? this.draw() : this.candidates.generate(known);
    const scenario = chosen.scenario ?? this.candidates.generateScenario(test);
    const { hits, finding } = runForHits(scenario);
    const failed = finding !== undefined && scenario.expects.length === 0;
    const tried = { test, features: chosen.features!, hits, failed };
    this.learn(tried);
    return tried;
  }

  /** Learns from the goals that a test reached. */
  learn({ test, features, hits }: Omit<TriedTest, 'failed'>): void {
    const reached = getReachedGoals(this.target, hits).map(Number);
    this.odds.learn(features, reached);
    const arm = this.arms.find(({ sequence }) => sequence.name === test.sequence);
    if (arm === undefined) return;
    arm.tests++;
    for (const goal of reached.keys()) arm.reached[goal]! += reached[goal]!;
  }

  /** Returns, for each goal, how many of the tests learned from reached it and which features helped. */
  listGoals(): ReachedGoal[] {
    return this.target.goals.map(({ name }, goal) => ({
      name,
      tests: this.odds.hits[goal]!,
      movers: this.odds.findSignificantPredictors(goal, MAX_PREDICTORS),
    }));
  }

  /** Draws a test from the most promising sequence, with the seed that has the most promising features. */
  private draw(): Candidate {
    const { sequence } = this.chooseArm();
    const drawn = this.drawn.get(sequence.name) ?? 0;
    this.drawn.set(sequence.name, drawn + 1);
    const score = (features: ReadonlySet<string>): number => this.odds.score(features);
    return this.candidates.choose(sequence, drawn, drawn % EXPLORATION_INTERVAL === 0 ? undefined : score);
  }

  /**
   * Returns the sequence whose next test is most likely to reach all goals or, at regular intervals, the sequence with
   * the fewest tests. Sequences with few tests are assumed to be average.
   */
  private chooseArm(): Arm {
    const { arms, odds } = this;
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
