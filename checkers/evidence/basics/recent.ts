/** More draws than this rarely have active waves at once. */
export const RECENT_DRAWS = 8;

/** Caches the most recently computed values. Older ones are recomputed on request. */
export class Recent<K, V> {
  private readonly values = new Map<K, V>();

  /** `make` computes the value of a key, and `maxEntries` is the number of values to keep. */
  constructor(
    private readonly maxEntries: number,
    private readonly make: (key: K) => V,
  ) {}

  /** Returns the value of a key, including any modifications since it was computed. */
  of(key: K): V {
    let value = this.values.get(key);
    if (value !== undefined) return value;
    value = this.make(key);
    if (this.values.size === this.maxEntries) this.values.delete(this.values.keys().next().value!);
    this.values.set(key, value);
    return value;
  }
}
