import type { SequenceSteps } from './logged-steps.js';

/** Further tests of a sequence that would probably hit a hole, and their time in seconds. */
export interface HoleCost {
  readonly sequence: string;
  readonly tests: number;
  readonly seconds: number;
}

/**
 * The sequence that would probably hit all steps of a hole in the least time; undefined where none reached them all. The steps are taken
 * as independent, but for `dependence`, and what past tests missed counts: if they should have hit the hole `E` times and never did, the
 * chance of each test is taken to be `1 + E` times less. With 100 tests that reach two steps in a half and a tenth, `E` is 5 and the cost
 * is 120 tests, not 20.
 *
 * @param steps of the hole, as places in `reached`.
 * @param dependence how often the combinations beside it were hit, as a part of how often independent steps would hit them.
 */
export function holeCost(
  steps: readonly number[],
  bySequence: ReadonlyMap<string, SequenceSteps>,
  dependence = 1,
): HoleCost | undefined {
  const rows = Array.from(bySequence, ([sequence, { tests, seconds, reached }]) => {
    const chance = steps.reduce((product, step) => (product * reached[step]!) / tests, dependence);
    return { sequence, chance, tests, secondsEach: seconds / tests };
  }).filter(({ chance }) => chance > 0);
  if (steps.length === 0 || rows.length === 0) return undefined;
  const missed = rows.reduce((sum, { chance, tests }) => sum + chance * tests, 0);
  return rows
    .map(({ sequence, chance, secondsEach }): HoleCost => {
      const needed = (1 + missed) / chance;
      return { sequence, tests: Math.ceil(needed), seconds: secondsEach * needed };
    })
    .reduce((best, cost) => (cost.seconds < best.seconds ? cost : best));
}
