import type { RareBins } from './expected-gain.js';

/** A combination: the predicted chance that a test hits it, and how many tests did. */
export interface ChancedBin {
  readonly chance: number;
  /** How many tests hit it; 0 for a hole. */
  readonly tests: number;
}

/** Minimum number of bins per stratum that exactly one test hit; fewer are too little evidence about the rest. */
const MIN_EVIDENCE = 50;

/**
 * Maps each bin to the counts of similar rare bins: those with similar predicted chances, in strata with at least fifty
 * bins that exactly one test hit. Their hits show how likely a hole is to be hit, even if the prediction is wrong.
 * Smaller strata would be too optimistic, because those that look likely by luck would rank as cheapest. Returns
 * undefined if fewer than fifty bins were hit exactly once.
 *
 * @param bins bins that at most two tests hit.
 * @param tests how many tests count.
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
    if (once < MIN_EVIDENCE) continue;
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
