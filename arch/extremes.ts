/**
 * The maximum of the values, at least `floor`; accepts long lists, where `Math.max` with 100,000 arguments overflows
 * the stack.
 */
export function greatestOf(values: Iterable<number>, floor = Number.NEGATIVE_INFINITY): number {
  let most = floor;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** The minimum of the values, at most `ceiling`; accepts long lists. */
export function leastOf(values: Iterable<number>, ceiling = Number.POSITIVE_INFINITY): number {
  let fewest = ceiling;
  for (const value of values) fewest = Math.min(fewest, value);
  return fewest;
}
