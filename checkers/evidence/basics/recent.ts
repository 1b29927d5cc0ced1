/** The number of draws with active waves hardly ever exceeds this. */
export const RECENT_DRAWS = 8;

/** Caches the values that were computed last. Older ones are recomputed on request. */
export class Recent<K, V> {
  private readonly values = new Map<K, V>();

  /** `make` computes the value of a key, and `entriesMax` is the number of values to keep. */
  constructor(
    private readonly entriesMax: number,
    private readonly make: (key: K) => V,
  ) {}

  /** Returns the value of a key, including any modifications since it was computed. */
  of(key: K): V {
    let value = this.values.get(key);
    if (value !== undefined) return value;
    value = this.make(key);
    if (this.values.size === this.entriesMax) this.values.delete(this.values.keys().next().value!);
    this.values.set(key, value);
    return value;
  }
}
