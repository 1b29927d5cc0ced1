/**
 * Returns the maximum of the values and `floor`. Accepts long lists, whereas `Math.max` with 100,000 arguments overflows the
 * stack.
 */
export function greatestOf(values: Iterable<number>, floor = Number.NEGATIVE_INFINITY): number {
  let greatest = floor;
  for (const value of values) greatest = Math.max(greatest, value);
  return greatest;
}

/** Returns the minimum of the values and `ceiling`. Accepts long lists. */
export function leastOf(values: Iterable<number>, ceiling = Number.POSITIVE_INFINITY): number {
  let smallest = ceiling;
  for (const value of values) smallest = Math.min(smallest, value);
  return smallest;
}
