/** Number of dropped elements that justifies moving the rest. */
const MOVE_MIN = 1024;

/**
 * A list that grows at its young end and is trimmed at its old one. Indices are stable: the first element ever pushed has
 * index 0.
 */
export class SlidingList<T> {
  private readonly items: (T | undefined)[] = [];
  /** Index of `items[0]`. */
  private base = 0;
  /** Number of dropped elements at the start of `items`. */
  private head = 0;

  /** Number of elements ever pushed, including dropped ones; also the next index. */
  get length(): number {
    return this.base + this.items.length;
  }

  /** Number of elements that have not been dropped. */
  get keptCount(): number {
    return this.items.length - this.head;
  }

  /** The element at an index; undefined if missing or dropped. */
  at(index: number): T | undefined {
    return this.items[index - this.base];
  }

  /** The oldest kept element, or undefined. */
  get oldest(): T | undefined {
    return this.items[this.head];
  }

  /** All kept elements, oldest first; valid until the list changes. */
  get kept(): readonly T[] {
    if (this.head > 0) this.move();
    return this.items as T[];
  }

  push(item: T): void {
    this.items.push(item);
  }

  /** Drops the oldest element. */
  drop(): void {
    if (this.keptCount === 0) return;
    this.items[this.head++] = undefined;
    if (this.head >= MOVE_MIN && this.head * 2 >= this.items.length) this.move();
  }

  private move(): void {
    this.items.splice(0, this.head);
    this.base += this.head;
    this.head = 0;
  }
}
