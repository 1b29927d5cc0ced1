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
