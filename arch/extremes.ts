/**
 * Returns the maximum of the values and `floor`. Works for long lists, unlike `Math.max`, which overflows the stack at
 * 100,000 arguments.
 */
export function findMax(values: Iterable<number>, floor = Number.NEGATIVE_INFINITY): number {
  let max = floor;
  for (const value of values) max = Math.max(max, value);
  return max;
}

/** Returns the minimum of the values and `ceiling`. Works for long lists. */
export function findMin(values: Iterable<number>, ceiling = Number.POSITIVE_INFINITY): number {
  let min = ceiling;
  for (const value of values) min = Math.min(min, value);
  return min;
}
