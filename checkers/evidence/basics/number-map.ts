/** Base-2 logarithm of a map's initial capacity. */
const INITIAL_BITS = 4;

/** Multiplier that spreads evenly spaced keys over the slots (Knuth). A key's slot is the product's upper bits. */
const HASH_MULTIPLIER = 0x9e3779b1;

/**
 * A map with integer keys for entries with high turnover, such as outstanding accesses. It uses open addressing, so
 * neither insertion nor removal allocates, whereas a small `Map` is rebuilt after every second removal. Example: after
 * `set(7, 'a')`, `delete(7)` returns `'a'` and `get(7)` returns undefined.
 */
export class NumberMap<V extends NonNullable<unknown>> {
  private size = 0;
  private bits = INITIAL_BITS;
  private keys: number[] = new Array<number>(1 << INITIAL_BITS).fill(0);
  /** Values by slot; undefined for free slots. */
  private values: (V | undefined)[] = new Array<V | undefined>(1 << INITIAL_BITS).fill(undefined);

  /** Returns a key's value, or undefined if it has none. */
  get(key: number): V | undefined {
    return this.values[this.findSlot(key)];
  }

  /** Sets a key's value, replacing any existing one. */
  set(key: number, value: V): void {
    const slot = this.findSlot(key);
    const isNew = this.values[slot] === undefined;
    this.keys[slot] = key;
    this.values[slot] = value;
    if (isNew && 2 * ++this.size > this.values.length) this.grow();
  }

  /** Removes a key and returns its value, or undefined if it has none. */
  delete(key: number): V | undefined {
    if (this.size === 0) return undefined;
    const { keys, values } = this;
    let gap = this.findSlot(key);
    const value = values[gap];
    if (value === undefined) return undefined;
    this.size--;
    const mask = values.length - 1;
    // Entries after the gap move into it, unless that would put them before their home slot.
    for (let slot = (gap + 1) & mask; values[slot] !== undefined; slot = (slot + 1) & mask) {
      if (((slot - this.getHomeSlot(keys[slot])) & mask) < ((slot - gap) & mask)) continue;
      keys[gap] = keys[slot];
      values[gap] = values[slot];
      gap = slot;
    }
    values[gap] = undefined;
    return value;
  }

  private getHomeSlot(key: number): number {
    return Math.imul(key, HASH_MULTIPLIER) >>> (32 - this.bits);
  }

  /** Returns the slot that a key occupies or would occupy. At least half of the slots are always free. */
  private findSlot(key: number): number {
    const { keys, values } = this;
    const mask = values.length - 1;
    let slot = this.getHomeSlot(key);
    while (values[slot] !== undefined && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { keys, values } = this;
    this.bits++;
    this.keys = new Array<number>(2 * keys.length).fill(0);
    this.values = new Array<V | undefined>(2 * values.length).fill(undefined);
    this.size = 0;
    for (let slot = 0; slot < values.length; slot++) {
      const value = values[slot];
      if (value !== undefined) this.set(keys[slot], value);
    }
  }
}
