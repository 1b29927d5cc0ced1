/** One time is at least `min` cycles after another: `times[to] - times[from] >= min`. `min` may be negative. */
export interface Difference {
  readonly from: number;
  readonly to: number;
  readonly min: number;
}

type Solution<T extends Difference> =
  | { readonly times: readonly number[] }
  | { readonly contradiction: readonly T[] };

/**
 * Finds the earliest non-negative times that satisfy all differences (longest paths, Bellman–Ford).
 *
 * Example: with `{ from: 0, to: 1, min: 3 }`, the times are 0 and 3. Adding `{ from: 1, to: 0, min: -2 }` is a
 * contradiction, since it requires time 1 to be at most 2 after time 0.
 *
 * @param count number of times.
 */
export function findEarliestTimes<T extends Difference>(
  count: number,
  differences: readonly T[],
): Solution<T> {
  const times = new Array<number>(count).fill(0);
  const reasons = new Array<T | undefined>(count).fill(undefined);
  for (let round = 0; round <= count; round++) {
    let raisedIndex: number | undefined;
    for (const difference of differences) {
      const { from, to, min } = difference;
      const earliest = times[from]! + min;
      if (earliest <= times[to]!) continue;
      times[to] = earliest;
      reasons[to] = difference;
      raisedIndex = to;
    }
    if (raisedIndex === undefined) return { times };
    if (round === count) return { contradiction: findPositiveCycle(raisedIndex, reasons) };
  }
  return { times };
}

/**
 * Returns times halfway between the earliest and the latest ones, so each has slack on both sides. The latest times
 * keep the first time at 0 and do not extend the total duration. The midpoint of two solutions is itself a solution,
 * even when rounded to whole cycles.
 */
export function computeMidpointTimes(
  earliest: readonly number[],
  differences: readonly Difference[],
): readonly number[] {
  const reversed = differences.map(({ from, to, min }) => ({ from: to, to: from, min }));
  const solved = findEarliestTimes(earliest.length, reversed);
  if ('contradiction' in solved) throw new Error('satisfiable differences must also have a latest solution');
  const [first, last] = [earliest[0]!, solved.times[0]!];
  return earliest.map((time, index) => Math.floor((time - first + last - solved.times[index]!) / 2));
}

/**
 * Returns the differences in the positive cycle that makes a time grow without bound. Each starts where the previous
 * one ends.
 */
function findPositiveCycle<T extends Difference>(
  raisedIndex: number,
  reasons: readonly (T | undefined)[],
): readonly T[] {
  let current = raisedIndex;
  for (let step = 0; step < reasons.length; step++) current = reasons[current]!.from;
  const loop: T[] = [];
  const start = current;
  do {
    const difference = reasons[current]!;
    loop.unshift(difference);
    current = difference.from;
  } while (current !== start);
  return loop;
}
