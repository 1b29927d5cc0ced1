import { computeMutualInformation, type FeatureEffect, isSignificant } from './feature-odds.js';

/** A case with its features. */
export interface WeightedCase {
  readonly features: ReadonlySet<string>;
  /** Number of cases that this one represents. */
  readonly weight: number;
  /** The likelihood of the event, from 0 to 1. */
  readonly chance: number;
}

/** Counts cases, their total weight, and the weight of those in which the event occurs. */
class CaseCount {
  cases = 0;
  weight = 0;
  hits = 0;

  add({ weight, chance }: WeightedCase): void {
    this.cases++;
    this.weight += weight;
    this.hits += weight * chance;
  }
}

/** Returns the features that make the event significantly more likely, in descending order of mutual information. */
export function findWeightedPredictors(cases: readonly WeightedCase[]): FeatureEffect[] {
  const total = new CaseCount();
  const byFeature = new Map<string, CaseCount>();
  for (const weightedCase of cases) {
    total.add(weightedCase);
    for (const feature of weightedCase.features) {
      const count = byFeature.get(feature) ?? new CaseCount();
      byFeature.set(feature, count);
      count.add(weightedCase);
    }
  }
  return Array.from(byFeature, ([feature, { cases: count, weight, hits }]): FeatureEffect | undefined => {
    const rateWith = hits / weight;
    const rateWithout = (total.hits - hits) / (total.weight - weight);
    const bits = computeMutualInformation(hits, weight, total.hits, total.weight);
    if (rateWith <= rateWithout || !isSignificant(bits, count, total.cases)) return undefined;
    return { feature, bits, withIt: rateWith, without: rateWithout };
  })
    .filter((predictor) => predictor !== undefined)
    .sort((a, b) => b.bits - a.bits || (a.feature < b.feature ? -1 : 1));
}
