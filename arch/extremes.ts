/** The greatest of any number of values, and at least `floor`: as arguments of `Math.max` a hundred thousand overflow the stack. */
export function greatestOf(values: Iterable<number>, floor = Number.NEGATIVE_INFINITY): number {
  let most = floor;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** The least of any number of values, and at most `ceiling`. */
export function leastOf(values: Iterable<number>, ceiling = Number.POSITIVE_INFINITY): number {
  let fewest = ceiling;
  for (const value of values) fewest = Math.min(fewest, value);
  return fewest;
}
