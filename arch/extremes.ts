/**
 * Returns the maximum of the values and `floor`. Safe for long lists, unlike `Math.max`, which overflows the stack at
 * 100,000 arguments.
 */
export function greatestOf(values: Iterable<number>, floor = Number.NEGATIVE_INFINITY): number {
  let greatest = floor;
  for (const value of values) greatest = Math.max(greatest, value);
  return greatest;
}

/** Returns the minimum of the values and `ceiling`. Safe for long lists. */
export function leastOf(values: Iterable<number>, ceiling = Number.POSITIVE_INFINITY): number {
  let least = ceiling;
  for (const value of values) least = Math.min(least, value);
  return least;
}
