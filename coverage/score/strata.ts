import type { RareBins } from './expected-gain.js';

/** The predicted chance that a test hits a combination, and the number of tests that did. */
export interface BinEstimate {
  readonly chance: number;
  /** The number of tests that hit the combination, or 0 for a hole. */
  readonly tests: number;
}

/** Minimum number of bins per stratum that were hit by exactly one test. With fewer, the estimate is unreliable. */
const MIN_EVIDENCE = 50;

/**
 * Maps each bin to the counts of similar rare bins: those with similar predicted chances, in strata with at least
 * `MIN_EVIDENCE` bins that were hit by exactly one test. Their hit counts indicate how likely a hole is to be hit, even
 * if the prediction is wrong. Smaller strata would give over-optimistic estimates, since those that look likely by
 * chance would rank as the cheapest. Returns undefined if fewer than `MIN_EVIDENCE` bins were hit by exactly one test.
 *
 * @param bins bins that at most two tests hit.
 * @param tests the number of tests that count.
 */
export function findStrata<T extends BinEstimate>(
  bins: readonly T[],
  tests: number,
): ReadonlyMap<T, RareBins> | undefined {
  const ordered = [...bins].sort((a, b) => b.chance - a.chance);
  const strata: T[][] = [];
  let stratum: T[] = [];
  let once = 0;
  for (const bin of ordered) {
    stratum.push(bin);
    if (bin.tests === 1) once++;
    if (once < MIN_EVIDENCE) continue;
    strata.push(stratum);
    [stratum, once] = [[], 0];
  }
  const last = strata.at(-1);
  if (last === undefined) return undefined;
  last.push(...stratum);
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
