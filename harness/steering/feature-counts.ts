/** Counts how often each feature has occurred among the chosen tests. */
export class FeatureCounts {
  private readonly counts = new Map<string, number>();

  /** Computes the total novelty of the given features: the sum of 1 / (1 + occurrences). */
  computeNovelty(features: ReadonlySet<string>): number {
    let sum = 0;
    for (const feature of features) sum += 1 / (1 + (this.counts.get(feature) ?? 0));
    return sum;
  }

  /** Counts the features of a chosen test. */
  add(features: ReadonlySet<string>): void {
    for (const feature of features) this.counts.set(feature, (this.counts.get(feature) ?? 0) + 1);
  }
}
