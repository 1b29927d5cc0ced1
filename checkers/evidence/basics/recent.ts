/** Draws that have waves under way at one time, nearly always. */
export const RECENT_DRAWS = 8;

/** Keeps the values of keys that were asked for lately; older ones are made again on request. */
export class Recent<K, V> {
  private readonly values = new Map<K, V>();

  /** `make` gives the value of a key; `most` is the number of values that are kept. */
  constructor(
    private readonly most: number,
    private readonly make: (key: K) => V,
  ) {}

  /** The value of a key, as it was made or changed since. */
  of(key: K): V {
    let value = this.values.get(key);
    if (value !== undefined) return value;
    value = this.make(key);
    if (this.values.size === this.most) this.values.delete(this.values.keys().next().value!);
    this.values.set(key, value);
    return value;
  }
}
