/** Average tests that count beside those with a feature, so that one lucky test does not decide. */
const PRIOR_TESTS = 2;

/** Tests with a feature. */
interface Tried {
  tests: number;
  /** Sum of how near they came. */
  near: number;
}

/** A feature with what it says of coming nearest, as measured. */
export interface Mover {
  readonly feature: string;
  /** Mutual information with coming as near as any test did. */
  readonly bits: number;
  /** Parts of the tests with the feature, and of the others, that came as near. */
  readonly withIt: number;
  readonly without: number;
}

/** What features of tests are worth: how near the tests came that had them. */
export class FeatureValues {
  private readonly tried = new Map<string, Tried>();
  private readonly seen: { readonly features: ReadonlySet<string>; readonly near: number }[] = [];
  private sum = 0;

  /** Learns how near a test with these features came. */
  learn(features: ReadonlySet<string>, near: number): void {
    this.seen.push({ features, near });
    this.sum += near;
    for (const feature of features) {
      const tried = this.tried.get(feature) ?? { tests: 0, near: 0 };
      tried.tests++;
      tried.near += near;
      this.tried.set(feature, tried);
    }
  }

  /** How much nearer than others a test with these features is likely to come; only for comparison. */
  valueOf(features: ReadonlySet<string>): number {
    const mean = this.sum / Math.max(1, this.seen.length);
    let value = 0;
    for (const feature of features) {
      const tried = this.tried.get(feature);
      if (tried !== undefined) value += (tried.near - mean * tried.tests) / (tried.tests + PRIOR_TESTS);
    }
    return value;
  }

  /** The features that say most of coming nearest, by mutual information, most first. */
  movers(most: number): Mover[] {
    const best = this.seen.reduce((top, { near }) => Math.max(top, near), 0);
    const nearest = this.seen.filter(({ near }) => near === best);
    if (best === 0 || nearest.length === this.seen.length) return [];
    const counts = new Map<string, number>();
    for (const { features } of nearest)
      for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
    const movers = Array.from(this.tried, ([feature, { tests }]): Mover => {
      const both = counts.get(feature) ?? 0;
      const others = this.seen.length - tests;
      return {
        feature,
        bits: mutualInformation(both, tests, nearest.length, this.seen.length),
        withIt: both / tests,
        without: others === 0 ? 0 : (nearest.length - both) / others,
      };
    });
    return movers
      .filter(({ bits }) => bits > 0)
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
