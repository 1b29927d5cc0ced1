import type { RareBins } from './expected-gain.js';

/** A combination, the predicted chance that a test hits it, and the number of tests that did. */
export interface ChancedBin {
  readonly chance: number;
  /** The number of tests that hit it; 0 for a hole. */
  readonly tests: number;
}

/** How many bins in a stratum exactly one test must have hit; with fewer, there is too little evidence about the others. */
const EVIDENCE_MIN = 50;

/**
 * For each bin, the counts of the rare bins like it. These are the bins with similar predicted chances, in strata with at least
 * fifty bins that exactly one test hit. Their hits show how likely a hole is to be hit, even if the prediction is wrong. Smaller
 * strata would be too optimistic, because those that look likely by luck would then be the cheapest. Returns undefined if fewer
 * than fifty bins were hit once.
 *
 * @param bins the bins that at most two tests hit.
 * @param tests the number of tests that count.
 */
export function strataOf<T extends ChancedBin>(
  bins: readonly T[],
  tests: number,
): ReadonlyMap<T, RareBins> | undefined {
  const ordered = [...bins].sort((a, b) => b.chance - a.chance);
  const strata: T[][] = [];
  let open: T[] = [];
  let once = 0;
  for (const bin of ordered) {
    open.push(bin);
    if (bin.tests === 1) once++;
    if (once < EVIDENCE_MIN) continue;
    strata.push(open);
    [open, once] = [[], 0];
  }
  const last = strata.at(-1);
  if (last === undefined) return undefined;
  last.push(...open);
  return new Map(
    strata.flatMap((stratum) => {
      const rare = rareBins(stratum, tests);
      return stratum.map((bin): [T, RareBins] => [bin, rare]);
    }),
  );
}

function rareBins(stratum: readonly ChancedBin[], tests: number): RareBins {
  const hitBy = (number: number): number => stratum.filter((bin) => bin.tests === number).length;
  return { once: hitBy(1), twice: hitBy(2), never: hitBy(0), tests };
}
