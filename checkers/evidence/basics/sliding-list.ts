/** Number of dropped places at which it pays to move the rest. */
const WORTH_MOVING = 1024;

/**
 * A list that grows at its young end and is dropped from at its old one. Places keep their numbers: the first element ever
 * pushed has place 0.
 */
export class SlidingList<T> {
  private readonly items: (T | undefined)[] = [];
  /** Place of `items[0]`. */
  private base = 0;
  /** Dropped elements in front of `items`. */
  private head = 0;

  /** Number of elements ever pushed, including dropped ones; also the place of the next one. */
  get length(): number {
    return this.base + this.items.length;
  }

  /** Elements that have not been dropped. */
  get keptCount(): number {
    return this.items.length - this.head;
  }

  /** The element at a place; undefined if there is none or it was dropped. */
  at(place: number): T | undefined {
    return this.items[place - this.base];
  }

  /** The oldest element that is kept, or undefined. */
  get oldest(): T | undefined {
    return this.items[this.head];
  }

  /** All that are kept, oldest first; valid until the list changes. */
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
    if (this.head >= WORTH_MOVING && this.head * 2 >= this.items.length) this.move();
  }

  private move(): void {
    this.items.splice(0, this.head);
    this.base += this.head;
    this.head = 0;
  }
}
