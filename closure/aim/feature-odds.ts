/** Average tests that count beside those with a feature, or of a sequence, so that one lucky test does not decide. */
export const PRIOR_TESTS = 2;
/** Features that predict whether a test reaches a goal: at most this many, each with at least this part of the best one's information. */
const TELLING = 400;
const TELLING_PART = 0.5;
/** Chance of a goal where no telling feature is there, as a part of its usual chance. */
const WITHOUT = 0.25;
/** Tests between two looks at which features tell most. */
const LOOK_EVERY = 8;
/** Twice the log likelihood that a feature has to gain over chance; of features that tell nothing, one in two thousand does. */
const EVIDENCE = 12;
/** Cases that a feature has to be in, and to be absent from. */
const CASES_MIN = 3;

/** Whether these bits of mutual information are more than chance gives, in `all` cases of which `having` have the feature. */
export function isEvident(bits: number, having: number, all: number): boolean {
  return having >= CASES_MIN && all - having >= CASES_MIN && 2 * Math.LN2 * all * bits > EVIDENCE;
}

/** In features whose values were merged into classes without an order, which tell nothing that a next test could follow. */
const MERGED_VALUES = '=#';

/** Whether a feature says what to ask for in a next test. */
export function isTold(feature: string): boolean {
  return !feature.includes(MERGED_VALUES);
}

/** Tests with a feature, and those of them that hit each goal. */
interface Tried {
  tests: number;
  readonly hits: number[];
}

/** A feature with what it says of a goal, as measured. */
export interface Mover {
  readonly feature: string;
  /** Mutual information of the feature and the goal. */
  readonly bits: number;
  /** Parts of the tests with the feature, and of the others, that hit the goal. */
  readonly withIt: number;
  readonly without: number;
}

/** What features of tests say of several goals, from the tests that were tried. */
export class FeatureOdds {
  tests = 0;
  readonly hits: number[];
  private readonly tried = new Map<string, Tried>();
  private telling: (readonly Mover[])[];

  constructor(goals: number) {
    this.hits = Array.from({ length: goals }, () => 0);
    this.telling = this.hits.map(() => []);
  }

  /** Learns which goals a test with these features hit. */
  learn(features: ReadonlySet<string>, hit: readonly boolean[]): void {
    this.tests++;
    for (const goal of hit.keys()) if (hit[goal]) this.hits[goal]!++;
    for (const feature of features) {
      const tried = this.tried.get(feature) ?? { tests: 0, hits: this.hits.map(() => 0) };
      tried.tests++;
      for (const goal of hit.keys()) if (hit[goal]) tried.hits[goal]!++;
      this.tried.set(feature, tried);
    }
    if (this.tests % LOOK_EVERY === 0) this.telling = this.hits.map((_, goal) => this.tellingOf(goal));
  }

  /**
   * Greater where a test with these features is likelier to reach all goals, as if they were independent; only for comparison. Few
   * tests leave many features that tell equally much, so all of those count, by what they tell.
   */
  valueOf(features: ReadonlySet<string>): number {
    return this.telling.reduce((sum, movers, goal) => {
      const usual = (this.hits[goal]! + 1) / (this.tests + 2);
      const all = movers.reduce((bits, mover) => bits + mover.bits, 0);
      const present = movers.reduce(
        (bits, mover) => bits + (features.has(mover.feature) ? mover.bits : 0),
        0,
      );
      const share = all === 0 ? 0 : present / all;
      return sum + Math.log(WITHOUT * usual + (1 - WITHOUT * usual) * share);
    }, 0);
  }

  private tellingOf(goal: number): Mover[] {
    const movers = this.movers(goal, TELLING, ({ withIt, without }) => withIt > without);
    return movers.filter(({ bits }) => bits >= TELLING_PART * movers[0]!.bits);
  }

  /** The features that help to reach a goal more than chance would, without pairs, most telling first. */
  evidentMovers(goal: number, most: number): Mover[] {
    return this.movers(goal, most, ({ feature, bits, withIt, without }) => {
      const helps = withIt > without && !feature.includes('&');
      return helps && isEvident(bits, this.tried.get(feature)!.tests, this.tests);
    });
  }

  /** The features that say most of a goal, by mutual information, most first. */
  movers(goal: number, most: number, isWanted: (mover: Mover) => boolean = () => true): Mover[] {
    const all = this.hits[goal]!;
    if (all === 0 || all === this.tests) return [];
    const movers = Array.from(this.tried, ([feature, { tests, hits }]): Mover => {
      const both = hits[goal]!;
      const others = this.tests - tests;
      return {
        feature,
        bits: mutualInformation(both, tests, all, this.tests),
        withIt: both / tests,
        without: others === 0 ? 0 : (all - both) / others,
      };
    });
    return movers
      .filter((mover) => mover.bits > 0 && isWanted(mover))
      .sort((a, b) => b.bits - a.bits || (a.feature < b.feature ? -1 : 1))
      .slice(0, most);
  }
}

/** Bits that one fact of `all` cases says of another: `first` of them have the one, `second` the other, `both` both. */
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
