/** How often each feature came among the tests that were chosen. */
export class FeatureCounts {
  private readonly counts = new Map<string, number>();

  /** Greater for features that came rarely: the sum of 1 / (1 + times that a feature came). */
  novelty(features: ReadonlySet<string>): number {
    let sum = 0;
    for (const feature of features) sum += 1 / (1 + (this.counts.get(feature) ?? 0));
    return sum;
  }

  /** Counts the features of a test that was chosen. */
  add(features: ReadonlySet<string>): void {
    for (const feature of features) this.counts.set(feature, (this.counts.get(feature) ?? 0) + 1);
  }
}
