/** How many tests with average results are added to those of each sequence, so that one lucky test does not decide. */
export const PRIOR_TESTS = 2;
/** The maximum number of features that predict whether a test reaches a goal. */
const PREDICTORS_MAX = 400;
/** The minimum information of a predictor, as a fraction of that of the best one. */
const PREDICTOR_SHARE_MIN = 0.5;
/** The chance of reaching a goal without its predictors, relative to the usual chance. */
const CHANCE_WITHOUT = 0.25;
/** The number of tests between updates of the predictors. */
const UPDATE_EVERY = 8;
/** A feature is evident if twice its log-likelihood gain over chance exceeds this, as for one in two thousand uninformative features. */
const EVIDENCE = 12;
/** The minimum number of cases with a feature, and also of cases without it. */
const CASES_MIN = 3;

/** Whether mutual information of `bits` is more than chance can explain if `withFeature` of `all` cases have the feature. */
export function isEvident(bits: number, withFeature: number, all: number): boolean {
  return withFeature >= CASES_MIN && all - withFeature >= CASES_MIN && 2 * Math.LN2 * all * bits > EVIDENCE;
}

/** Marks features whose values are merged into unordered classes, so that they do not tell what to request. */
const MERGED_VALUES = '=#';

/** Whether one can request a test that has this feature. */
export function isRequestable(feature: string): boolean {
  return !feature.includes(MERGED_VALUES);
}

/** How many tests have a feature, and how many of them hit each goal. */
interface FeatureTests {
  tests: number;
  readonly hits: number[];
}

/** A feature and its measured effect on a goal. */
export interface FeatureEffect {
  readonly feature: string;
  /** The mutual information of the feature and the goal. */
  readonly bits: number;
  /** The fraction of tests with the feature that hit the goal. */
  readonly withIt: number;
  /** The fraction of tests without the feature that hit the goal. */
  readonly without: number;
}

/** Learns from tests how well their features predict several goals. */
export class FeatureOdds {
  tests = 0;
  readonly hits: number[];
  private readonly byFeature = new Map<string, FeatureTests>();
  private predictors: (readonly FeatureEffect[])[];

  constructor(goalCount: number) {
    this.hits = Array.from({ length: goalCount }, () => 0);
    this.predictors = this.hits.map(() => []);
  }

  /** Learns which goals a test with these features hit. */
  learn(features: ReadonlySet<string>, hit: readonly boolean[]): void {
    this.tests++;
    for (const goal of hit.keys()) if (hit[goal]) this.hits[goal]!++;
    for (const feature of features) {
      const featureTests = this.byFeature.get(feature) ?? { tests: 0, hits: this.hits.map(() => 0) };
      featureTests.tests++;
      for (const goal of hit.keys()) if (hit[goal]) featureTests.hits[goal]!++;
      this.byFeature.set(feature, featureTests);
    }
    if (this.tests % UPDATE_EVERY === 0)
      this.predictors = this.hits.map((_, goal) => this.predictorsOf(goal));
  }

  /**
   * A score that is larger the likelier a test with these features is to reach all goals, assuming independence. Scores are
   * only meant to be compared. With few tests, many features predict equally well, so all count in proportion to their
   * information.
   */
  valueOf(features: ReadonlySet<string>): number {
    return this.predictors.reduce((sum, movers, goal) => {
      const usual = (this.hits[goal]! + 1) / (this.tests + 2);
      const totalBits = movers.reduce((bits, mover) => bits + mover.bits, 0);
      const presentBits = movers.reduce(
        (bits, mover) => bits + (features.has(mover.feature) ? mover.bits : 0),
        0,
      );
      const share = totalBits === 0 ? 0 : presentBits / totalBits;
      return sum + Math.log(CHANCE_WITHOUT * usual + (1 - CHANCE_WITHOUT * usual) * share);
    }, 0);
  }

  private predictorsOf(goal: number): FeatureEffect[] {
    const movers = this.movers(goal, PREDICTORS_MAX, ({ withIt, without }) => withIt > without);
    return movers.filter(({ bits }) => bits >= PREDICTOR_SHARE_MIN * movers[0]!.bits);
  }

  /** The features that evidently help to reach a goal, without pairs of features, best predictors first. */
  evidentMovers(goal: number, countMax: number): FeatureEffect[] {
    return this.movers(goal, countMax, ({ feature, bits, withIt, without }) => {
      const helps = withIt > without && !feature.includes('&');
      return helps && isEvident(bits, this.byFeature.get(feature)!.tests, this.tests);
    });
  }

  /** The best predictors of a goal, in descending order of mutual information. */
  movers(
    goal: number,
    countMax: number,
    isWanted: (mover: FeatureEffect) => boolean = () => true,
  ): FeatureEffect[] {
    const goalHits = this.hits[goal]!;
    if (goalHits === 0 || goalHits === this.tests) return [];
    const movers = Array.from(this.byFeature, ([feature, { tests, hits }]): FeatureEffect => {
      const hitsWithIt = hits[goal]!;
      const others = this.tests - tests;
      return {
        feature,
        bits: mutualInformation(hitsWithIt, tests, goalHits, this.tests),
        withIt: hitsWithIt / tests,
        without: others === 0 ? 0 : (goalHits - hitsWithIt) / others,
      };
    });
    return movers
      .filter((mover) => mover.bits > 0 && isWanted(mover))
      .sort((a, b) => b.bits - a.bits || (a.feature < b.feature ? -1 : 1))
      .slice(0, countMax);
  }
}

/** How many bits one fact tells about another if, of `all` cases, `first` have one fact, `second` the other and `both` both. */
export function mutualInformation(both: number, first: number, second: number, all: number): number {
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
