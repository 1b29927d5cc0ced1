import { chunks } from './chunks.js';

/** Choices that are left of those tried. */
export interface FewestChoices {
  /** Places of choices that differ from the default, ascending. */
  readonly kept: readonly number[];
  /** None of them can be removed by itself; false if the runs were used up first. */
  readonly complete: boolean;
}

/**
 * The choices that a failure needs among those that differ from the default: ever smaller chunks go back to it, until no single
 * one can (delta debugging; Zeller and Hildebrandt, 2002).
 *
 * @param fails whether the run fails with these alone; true for `places`.
 * @param runs calls of `fails` at most.
 */
export function fewestChoices(
  places: readonly number[],
  fails: (kept: readonly number[]) => boolean,
  runs: number,
): FewestChoices {
  let kept = places;
  let left = runs;
  for (let before = -1; before !== kept.length; ) {
    before = kept.length;
    const start = kept;
    for (const [from, to] of chunks(start.length)) {
      // Places ascend, so that a chunk is all between its first and its last one.
      const [first, last] = [start[from]!, start[to - 1]!];
      const without = kept.filter((place) => place < first || place > last);
      if (without.length === kept.length) continue;
      if (left-- <= 0) return { kept, complete: false };
      if (!fails(without)) continue;
      kept = without;
    }
  }
  return { kept, complete: true };
}
