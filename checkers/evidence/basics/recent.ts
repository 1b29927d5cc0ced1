/** At nearly all times, no more draws than this have active waves. */
export const RECENT_DRAWS = 8;

/** Caches the values computed last; older ones are recomputed on request. */
export class Recent<K, V> {
  private readonly values = new Map<K, V>();

  /** `make` computes the value of a key; `entriesMax` is the number of values kept. */
  constructor(
    private readonly entriesMax: number,
    private readonly make: (key: K) => V,
  ) {}

  /** The value of a key, as made or modified since. */
  of(key: K): V {
    let value = this.values.get(key);
    if (value !== undefined) return value;
    value = this.make(key);
    if (this.values.size === this.entriesMax) this.values.delete(this.values.keys().next().value!);
    this.values.set(key, value);
    return value;
  }
}
