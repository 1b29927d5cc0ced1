import { chunks } from './chunks.js';

/** The remaining choices. */
export interface FewestChoices {
  /** Places of non-default choices, ascending. */
  readonly kept: readonly number[];
  /** True if no single one can be removed; false if the runs were used up first. */
  readonly complete: boolean;
}

/**
 * The non-default choices that a failure needs: resets progressively smaller chunks to the default until no single
 * one can be reset (delta debugging; Zeller and Hildebrandt, 2002).
 *
 * @param fails whether the run fails with these alone; true for `places`.
 * @param runs maximum calls of `fails`.
 */
export function fewestChoices(
  places: readonly number[],
  fails: (kept: readonly number[]) => boolean,
  runs: number,
): FewestChoices {
  let kept = places;
  let runsLeft = runs;
  for (let lengthBefore = -1; lengthBefore !== kept.length; ) {
    lengthBefore = kept.length;
    const start = kept;
    for (const [from, to] of chunks(start.length)) {
      // Places ascend, so a chunk is everything between its first and last.
      const [first, last] = [start[from]!, start[to - 1]!];
      const without = kept.filter((place) => place < first || place > last);
      if (without.length === kept.length) continue;
      if (runsLeft-- <= 0) return { kept, complete: false };
      if (!fails(without)) continue;
      kept = without;
    }
  }
  return { kept, complete: true };
}
