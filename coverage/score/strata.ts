import type { RareBins } from './saturation.js';

/** The predicted chance that a test hits a combination, and the number of tests that did. */
export interface BinEstimate {
  readonly chance: number;
  /** The number of tests that hit the combination, or 0 for a hole. */
  readonly tests: number;
}

/** Minimum number of bins per stratum that were hit by exactly one test. With fewer, the estimate is unreliable. */
const MIN_EVIDENCE = 50;

/**
 * Groups bins with similar predicted chances into strata, each with at least `MIN_EVIDENCE` bins that were hit by
 * exactly one test, and maps each bin to the counts for its stratum. These counts indicate how likely a hole is to be
 * hit, even if the prediction is wrong. Smaller strata would give over-optimistic estimates, since strata that look
 * likely by chance would be ranked as the cheapest. Returns undefined if fewer than `MIN_EVIDENCE` bins were hit by
 * exactly one test.
 *
 * @param bins bins that at most two tests hit.
 * @param tests number of tests counted.
 */
export function findStrata<T extends BinEstimate>(
  bins: readonly T[],
  tests: number,
): ReadonlyMap<T, RareBins> | undefined {
  const sortedBins = [...bins].sort((a, b) => b.chance - a.chance);
  const strata: T[][] = [];
  let stratum: T[] = [];
  let onceCount = 0;
  for (const bin of sortedBins) {
    stratum.push(bin);
    if (bin.tests === 1) onceCount++;
    if (onceCount < MIN_EVIDENCE) continue;
    strata.push(stratum);
    [stratum, onceCount] = [[], 0];
  }
  const lastStratum = strata.at(-1);
  if (lastStratum === undefined) return undefined;
  lastStratum.push(...stratum);
  return new Map(
    strata.flatMap((members) => {
      const rare = countRareBins(members, tests);
      return members.map((bin): [T, RareBins] => [bin, rare]);
    }),
  );
}

function countRareBins(stratum: readonly BinEstimate[], tests: number): RareBins {
  const countHitBy = (testCount: number): number => stratum.filter((bin) => bin.tests === testCount).length;
  return { once: countHitBy(1), twice: countHitBy(2), never: countHitBy(0), tests };
}
