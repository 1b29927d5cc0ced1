/**
 * Returns the maximum of the values and `floor`. Works for long lists, unlike `Math.max`, which overflows the stack at
 * 100,000 arguments.
 */
export function findMax(values: ArrayLike<number>, floor = Number.NEGATIVE_INFINITY): number {
  let max = floor;
  for (let i = 0; i < values.length; i++) max = Math.max(max, values[i]!);
  return max;
}

/** Returns the minimum of the values and `ceiling`. Works for long lists. */
export function findMin(values: ArrayLike<number>, ceiling = Number.POSITIVE_INFINITY): number {
  let min = ceiling;
  for (let i = 0; i < values.length; i++) min = Math.min(min, values[i]!);
  return min;
}

/** Groups elements by key, keeping keys in order of first occurrence (like `Map.groupBy`, which needs Node 21). */
export function groupBy<T, K>(elements: readonly T[], getKey: (element: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const element of elements) {
    const key = getKey(element);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [element]);
    else group.push(element);
  }
  return groups;
}

/** Makes a table that can be indexed with external strings, since it has no inherited properties. */
export function lookup<T extends object>(rows: T): T {
  return Object.setPrototypeOf(rows, null);
}

/** Returns the entries that are neither undefined nor null, to be spread into an object with optional fields. */
export function present<T extends object>(entries: T): { readonly [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value != null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
