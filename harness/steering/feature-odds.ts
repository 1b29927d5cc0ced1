/** Prior weight of each sequence, in tests with average results, so that one lucky test does not dominate. */
export const PRIOR_TESTS = 2;
/** Maximum number of predictors per goal. */
const MAX_PREDICTORS = 400;
/** Minimum information in a predictor, as a fraction of the best predictor's. */
const MIN_PREDICTOR_FRACTION = 0.5;
/** Chance of reaching a goal without its predictors, relative to the usual chance. */
const CHANCE_WITHOUT = 0.25;
/** Number of tests between predictor updates. */
const UPDATE_INTERVAL = 8;
/**
 * A feature is significant if twice its log-likelihood gain over chance exceeds this value. That happens for one in
 * two thousand uninformative features.
 */
const SIGNIFICANCE_THRESHOLD = 12;
/** Minimum number of cases with a feature, and minimum number without it. */
const MIN_CASES = 3;

/**
 * Returns whether the mutual information, `bits`, is statistically significant if `count` of `all` cases have the
 * feature.
 */
function isSignificant(bits: number, count: number, all: number): boolean {
  return count >= MIN_CASES && all - count >= MIN_CASES && 2 * Math.LN2 * all * bits > SIGNIFICANCE_THRESHOLD;
}

/** Marks features whose values are merged into unordered classes and therefore cannot be requested. */
const MERGED_VALUES = '=#';

/** Returns whether a user can request tests with this feature. */
export function isRequestable(feature: string): boolean {
  return !feature.includes(MERGED_VALUES);
}

/** The tests that have a feature: their number, and the number of those that hit each goal. */
interface FeatureTests {
  tests: number;
  readonly hits: number[];
}

/** A feature and its measured effect on a goal. */
export interface FeatureEffect {
  readonly feature: string;
  /** The mutual information of the feature and the goal, in bits. */
  readonly bits: number;
  /** The fraction of tests with the feature that hit the goal. */
  readonly withIt: number;
  /** The fraction of tests without the feature that hit the goal. */
  readonly without: number;
}

/** Learns from tests how well their features predict several goals. */
export class FeatureOdds {
  private readonly all: FeatureTests;
  private readonly byFeature = new Map<string, FeatureTests>();
  private predictors: (readonly FeatureEffect[])[];

  constructor(goalCount: number) {
    this.all = { tests: 0, hits: Array.from({ length: goalCount }, () => 0) };
    this.predictors = this.hits.map(() => []);
  }

  /** The number of tests learned from. */
  get tests(): number {
    return this.all.tests;
  }

  /** The number of tests that hit each goal. */
  get hits(): readonly number[] {
    return this.all.hits;
  }

  /** Learns from a test with the given features. `hitGoals` has a 1 for each goal that it hit, and otherwise a 0. */
  learn(features: ReadonlySet<string>, hitGoals: readonly number[]): void {
    const add = (count: FeatureTests): void => {
      count.tests++;
      for (const goal of hitGoals.keys()) count.hits[goal]! += hitGoals[goal]!;
    };
    add(this.all);
    for (const feature of features) {
      const featureTests = this.byFeature.get(feature) ?? { tests: 0, hits: hitGoals.map(() => 0) };
      this.byFeature.set(feature, featureTests);
      add(featureTests);
    }
    if (this.tests % UPDATE_INTERVAL === 0)
      this.predictors = this.hits.map((_, goal) => this.findPredictors(goal));
  }

  /**
   * Scores how likely a test with the given features is to reach all goals, assuming that goals are independent. Scores
   * are only meaningful relative to one another. With few tests, many features predict equally well, so each counts in
   * proportion to its information.
   */
  score(features: ReadonlySet<string>): number {
    return this.predictors.reduce((sum, predictors, goal) => {
      const usualChance = (this.hits[goal]! + 1) / (this.tests + 2);
      const totalBits = predictors.reduce((bits, predictor) => bits + predictor.bits, 0);
      const presentBits = predictors.reduce(
        (bits, predictor) => bits + (features.has(predictor.feature) ? predictor.bits : 0),
        0,
      );
      const fraction = totalBits === 0 ? 0 : presentBits / totalBits;
      return sum + Math.log(CHANCE_WITHOUT * usualChance + (1 - CHANCE_WITHOUT * usualChance) * fraction);
    }, 0);
  }

  private findPredictors(goal: number): FeatureEffect[] {
    const predictors = this.findBestPredictors(
      goal,
      MAX_PREDICTORS,
      (effect) => effect.withIt > effect.without,
    );
    return predictors.filter(({ bits }) => bits >= MIN_PREDICTOR_FRACTION * predictors[0]!.bits);
  }

  /** Returns the single features (not pairs) that significantly help to reach a goal, best predictors first. */
  findSignificantPredictors(goal: number, maxCount: number): FeatureEffect[] {
    return this.findBestPredictors(goal, maxCount, ({ feature, bits, withIt, without }) => {
      const helps = withIt > without && !feature.includes('&');
      return helps && isSignificant(bits, this.byFeature.get(feature)!.tests, this.tests);
    });
  }

  /** Returns the best predictors of a goal, in descending order of mutual information. */
  findBestPredictors(
    goal: number,
    maxCount: number,
    isEligible: (predictor: FeatureEffect) => boolean = () => true,
  ): FeatureEffect[] {
    const goalHits = this.hits[goal]!;
    const total = this.tests;
    if (goalHits === 0 || goalHits === total) return [];
    const predictors = Array.from(this.byFeature, ([feature, { tests, hits }]): FeatureEffect => {
      const others = total - tests;
      return {
        feature,
        bits: computeMutualInformation(hits[goal]!, tests, goalHits, total),
        withIt: hits[goal]! / tests,
        without: others === 0 ? 0 : (goalHits - hits[goal]!) / others,
      };
    });
    return predictors
      .filter((predictor) => predictor.bits > 0 && isEligible(predictor))
      .sort((a, b) => b.bits - a.bits || (a.feature < b.feature ? -1 : 1))
      .slice(0, maxCount);
  }
}

/**
 * Returns the mutual information of two properties, in bits. Of `all` cases, `first` have one property, `second` have
 * the other, and `both` have both.
 */
export function computeMutualInformation(both: number, first: number, second: number, all: number): number {
  const cells = [
    [both, first, second],
    [first - both, first, all - second],
    [second - both, all - first, second],
    [all - first - second + both, all - first, all - second],
  ] as const;
  return cells.reduce(
    (sum, [joint, a, b]) => (joint === 0 ? sum : sum + (joint / all) * Math.log2((joint * all) / (a * b))),
    0,
  );
}
