/** Initial capacity of a map: 2 to this power. */
const ROOM_BITS = 4;

/** Spreads keys with a stride over the slots: the product's upper bits are the slot (Knuth, multiplicative hashing). */
const SPREAD = 0x9e3779b1;

/**
 * A map from integers for keys with high turnover, such as outstanding accesses: open addressing, so neither insertion nor
 * removal allocates. A small `Map` is rebuilt after every second removal. Example: after `set(7, 'a')`, `delete(7)` returns `'a'`
 * and `get(7)` undefined.
 */
export class NumberMap<V extends NonNullable<unknown>> {
  private size = 0;
  private bits = ROOM_BITS;
  private keys: number[] = new Array<number>(1 << ROOM_BITS).fill(0);
  /** Undefined for free slots. */
  private values: (V | undefined)[] = new Array<V | undefined>(1 << ROOM_BITS).fill(undefined);

  /** The value of a key, or undefined. */
  get(key: number): V | undefined {
    return this.values[this.placeOf(key)];
  }

  /** Sets the value of a key, replacing an earlier one. */
  set(key: number, value: V): void {
    const at = this.placeOf(key);
    const isNew = this.values[at] === undefined;
    this.keys[at] = key;
    this.values[at] = value;
    if (isNew && 2 * ++this.size > this.values.length) this.grow();
  }

  /** Removes a key; returns its value, or undefined if there was none. */
  delete(key: number): V | undefined {
    const { keys, values } = this;
    let free = this.placeOf(key);
    const value = values[free];
    if (value === undefined) return undefined;
    this.size--;
    const last = values.length - 1;
    // Entries after the gap move up, unless that would put them before their search start.
    for (let at = (free + 1) & last; values[at] !== undefined; at = (at + 1) & last) {
      if (((at - this.homeSlotOf(keys[at])) & last) < ((at - free) & last)) continue;
      keys[free] = keys[at];
      values[free] = values[at];
      free = at;
    }
    values[free] = undefined;
    return value;
  }

  private homeSlotOf(key: number): number {
    return Math.imul(key, SPREAD) >>> (32 - this.bits);
  }

  /** Slot of a key, or where it would go: at least half of the slots are free. */
  private placeOf(key: number): number {
    const { keys, values } = this;
    const last = values.length - 1;
    let at = this.homeSlotOf(key);
    while (values[at] !== undefined && keys[at] !== key) at = (at + 1) & last;
    return at;
  }

  private grow(): void {
    const { keys, values } = this;
    this.bits++;
    this.keys = new Array<number>(2 * keys.length).fill(0);
    this.values = new Array<V | undefined>(2 * values.length).fill(undefined);
    this.size = 0;
    for (let at = 0; at < values.length; at++) {
      const value = values[at];
      if (value !== undefined) this.set(keys[at], value);
    }
  }
}
