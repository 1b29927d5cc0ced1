/** The number of draws to cache. It is rare for more draws than this to have active waves at once. */
export const CACHED_DRAWS = 8;

/** Keeps the most recently computed values. Older ones are recomputed when requested. */
export class RecentCache<K, V> {
  private readonly values = new Map<K, V>();

  /**
   * @param maxEntries number of values to keep
   * @param compute computes the value for a key
   */
  constructor(
    private readonly maxEntries: number,
    private readonly compute: (key: K) => V,
  ) {}

  /** Returns the value for a key, including any changes made to it since it was computed. */
  get(key: K): V {
    let value = this.values.get(key);
    if (value !== undefined) return value;
    value = this.compute(key);
    if (this.values.size === this.maxEntries) this.values.delete(this.values.keys().next().value!);
    this.values.set(key, value);
    return value;
  }
}
