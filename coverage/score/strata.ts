import type { RareBins } from './expected-gain.js';

/** A combination with the chance that a test hits it by what its coordinates say, and the number of tests that did. */
export interface ChancedBin {
  readonly chance: number;
  /** Tests that hit it; 0 for a hole. */
  readonly tests: number;
}

/** Bins of a stratum that one test hit, at least: with fewer, nothing is known of the others. */
const EVIDENCE = 10;

/**
 * For each bin the rare bins like it: those whose predicted chance is near, in strata of at least ten that exactly one test hit. What came
 * of the bins like a hole says how likely it is, however wrong the prediction. Undefined for all where fewer than ten bins were hit once.
 *
 * @param bins of which at most two tests hit each.
 * @param tests that count.
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
    if (once < EVIDENCE) continue;
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
