/** How often each feature occurred among the chosen tests. */
export class FeatureCounts {
  private readonly counts = new Map<string, number>();

  /** Larger for rarer features: the sum of 1 / (1 + occurrences of a feature). */
  novelty(features: ReadonlySet<string>): number {
    let sum = 0;
    for (const feature of features) sum += 1 / (1 + (this.counts.get(feature) ?? 0));
    return sum;
  }

  /** Counts a chosen test's features. */
  add(features: ReadonlySet<string>): void {
    for (const feature of features) this.counts.set(feature, (this.counts.get(feature) ?? 0) + 1);
  }
}
