/** The non-default choices that a failure needs. All others were reset to their defaults. */
interface MinimalChoices {
  /** The indices of non-default choices, ascending. */
  readonly kept: readonly number[];
  /** Whether each kept choice is known to be needed. False if the run limit was reached first. */
  readonly complete: boolean;
}

/**
 * Finds the non-default choices that a failure needs. Resets progressively smaller chunks to the default until no
 * single choice can be reset (delta debugging; Zeller and Hildebrandt, 2002).
 *
 * @param fails returns whether the run fails with only the given choices, as it does with all of `indices`.
 * @param runs maximum number of calls to `fails`.
 */
export function findMinimalChoices(
  indices: readonly number[],
  fails: (kept: readonly number[]) => boolean,
  runs: number,
): MinimalChoices {
  let kept = indices;
  let remainingRuns = runs;
  for (let previousLength = -1; previousLength !== kept.length; ) {
    previousLength = kept.length;
    const start = kept;
    for (const [from, to] of generateChunks(start.length)) {
      // The indices ascend, so a chunk is everything between its first and last index.
      const [first, last] = [start[from]!, start[to - 1]!];
      const remaining = kept.filter((index) => index < first || index > last);
      if (remaining.length === kept.length) continue;
      if (remainingRuns-- <= 0) return { kept, complete: false };
      if (!fails(remaining)) continue;
      kept = remaining;
    }
  }
  return { kept, complete: true };
}

/**
 * Generates shorter versions of a list, shortest first, by removing progressively smaller chunks (delta debugging;
 * Zeller and Hildebrandt, 2002).
 */
export function* generateSublists<T>(list: readonly T[]): Generator<T[]> {
  for (const [from, to] of generateChunks(list.length)) {
    if (to - from < list.length) yield [...list.slice(0, from), ...list.slice(to)];
  }
}

/** Generates index ranges that cover a list of `length` elements, from the full list down to single elements. */
export function* generateChunks(length: number): Generator<readonly [from: number, to: number]> {
  for (let size = length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < length; from += size) yield [from, Math.min(length, from + size)];
  }
}
