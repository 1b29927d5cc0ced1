import type { RareBins } from './expected-gain.js';

/** A combination with the predicted chance that a test hits it, and the number of tests that did. */
export interface ChancedBin {
  readonly chance: number;
  /** Number of tests that hit it; 0 for a hole. */
  readonly tests: number;
}

/** Minimum number of bins of a stratum that one test hit; with fewer, there is no evidence about the others. */
const EVIDENCE_MIN = 50;

/**
 * For each bin, the counts of the rare bins like it: those with similar predicted chances, in strata with at least fifty bins that
 * exactly one test hit. The hits of those show how likely a hole is, even if the prediction is wrong. Smaller strata
 * are too optimistic: those that look likely by luck would then be the cheapest. Undefined for all if fewer than
 * fifty bins were hit once.
 *
 * @param bins each hit by at most two tests.
 * @param tests number of tests that count.
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
