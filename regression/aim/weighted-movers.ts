import { isEvident, type Mover, mutualInformation } from './feature-odds.js';

/** A case: its features, how many cases it stands for, and how likely the event came about in it. */
export interface WeightedCase {
  readonly features: ReadonlySet<string>;
  readonly weight: number;
  readonly chance: number;
}

/** Features with which the event comes about more often than without them, by mutual information, most first. */
export function weightedMovers(cases: readonly WeightedCase[]): Mover[] {
  const all = { cases: cases.length, weight: 0, hits: 0 };
  const byFeature = new Map<string, { cases: number; weight: number; hits: number }>();
  for (const { features, weight, chance } of cases) {
    all.weight += weight;
    all.hits += weight * chance;
    for (const feature of features) {
      const own = byFeature.get(feature) ?? { cases: 0, weight: 0, hits: 0 };
      byFeature.set(feature, own);
      own.cases++;
      own.weight += weight;
      own.hits += weight * chance;
    }
  }
  return Array.from(byFeature, ([feature, { cases: seen, weight, hits }]): Mover | undefined => {
    const withIt = hits / weight;
    const without = (all.hits - hits) / (all.weight - weight);
    const bits = mutualInformation(hits, weight, all.hits, all.weight);
    if (withIt <= without || !isEvident(bits, seen, all.cases)) return undefined;
    return { feature, bits, withIt, without };
  })
    .filter((mover) => mover !== undefined)
    .sort((a, b) => b.bits - a.bits || (a.feature < b.feature ? -1 : 1));
}
