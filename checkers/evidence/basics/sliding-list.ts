/** Minimum number of dropped elements that makes compacting worthwhile. */
const MIN_DROPPED = 1024;

/** A list that grows at one end and shrinks at the other. Indices are stable: the first element pushed has index 0. */
export class SlidingList<T> {
  private readonly items: (T | undefined)[] = [];
  /** Index of `items[0]`. */
  private base = 0;
  /** Number of dropped elements at the start of `items`. */
  private head = 0;

  /** Number of elements ever pushed, including dropped ones. This is also the next element's index. */
  get length(): number {
    return this.base + this.items.length;
  }

  /** Number of elements that have not been dropped. */
  get keptCount(): number {
    return this.items.length - this.head;
  }

  /** Returns the element at an index, or undefined if it has been dropped or does not exist yet. */
  at(index: number): T | undefined {
    return this.items[index - this.base];
  }

  /** The oldest element that has not been dropped, or undefined if there is none. */
  get oldest(): T | undefined {
    return this.items[this.head];
  }

  /** All elements that have not been dropped, oldest first. Only valid until the list changes. */
  get kept(): readonly T[] {
    if (this.head > 0) this.compact();
    return this.items as T[];
  }

  push(item: T): void {
    this.items.push(item);
  }

  /** Drops the oldest element, if any. */
  drop(): void {
    if (this.keptCount === 0) return;
    this.items[this.head++] = undefined;
    if (this.head >= MIN_DROPPED && this.head * 2 >= this.items.length) this.compact();
  }

  private compact(): void {
    this.items.splice(0, this.head);
    this.base += this.head;
    this.head = 0;
  }
}
