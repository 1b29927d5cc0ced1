/** One time is at least `least` cycles after another: `times[to] - times[from] >= least`. `least` may be negative. */
export interface Difference {
  readonly from: number;
  readonly to: number;
  readonly least: number;
}

/** Times that satisfy all differences, or differences that contradict: a loop of times with a positive sum. */
export type Solution<T extends Difference> =
  | { readonly times: readonly number[] }
  | { readonly contradiction: readonly T[] };

/**
 * The earliest non-negative times that satisfy all differences (longest paths, Bellman–Ford).
 *
 * Example: with `{ from: 0, to: 1, least: 3 }` the times are 0 and 3. `{ from: 1, to: 0, least: -2 }` contradicts this:
 * it requires time 1 to be at most 2 after time 0.
 *
 * @param count number of times.
 */
export function earliestTimes<T extends Difference>(count: number, differences: readonly T[]): Solution<T> {
  const times = new Array<number>(count).fill(0);
  const reasons = new Array<T | undefined>(count).fill(undefined);
  for (let round = 0; round <= count; round++) {
    let movedTime: number | undefined;
    for (const difference of differences) {
      const { from, to, least } = difference;
      const soonest = times[from]! + least;
      if (soonest <= times[to]!) continue;
      times[to] = soonest;
      reasons[to] = difference;
      movedTime = to;
    }
    if (movedTime === undefined) return { times };
    if (round === count) return { contradiction: loopThrough(movedTime, reasons) };
  }
  return { times };
}

/**
 * Times halfway between the earliest ones and the latest ones (up to the last of the earliest), so that each has slack
 * on both sides. The first time is 0 in both. The midpoint of two solutions is a solution, even when rounded to whole
 * cycles.
 */
export function middleTimes(
  earliest: readonly number[],
  differences: readonly Difference[],
): readonly number[] {
  const reversed = differences.map(({ from, to, least }) => ({ from: to, to: from, least }));
  const solved = earliestTimes(earliest.length, reversed);
  if ('contradiction' in solved) throw new Error('differences with earliest times also have latest times');
  const [first, last] = [earliest[0]!, solved.times[0]!];
  return earliest.map((time, place) => Math.floor((time - first + last - solved.times[place]!) / 2));
}

/** The differences in the loop that makes a time grow without bound; each begins where the previous one ends. */
function loopThrough<T extends Difference>(
  movedTime: number,
  reasons: readonly (T | undefined)[],
): readonly T[] {
  let at = movedTime;
  for (let step = 0; step < reasons.length; step++) at = reasons[at]!.from;
  const loop: T[] = [];
  const start = at;
  do {
    const difference = reasons[at]!;
    loop.unshift(difference);
    at = difference.from;
  } while (at !== start);
  return loop;
}
