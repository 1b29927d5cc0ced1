/** Returns the list stored under a key, after creating it if it is missing. */
export function getOrCreateList<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
