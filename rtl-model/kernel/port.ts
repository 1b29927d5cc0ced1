import type { EventWheel } from './event-wheel.js';

/** What `Port.peek` and `Port.pop` return when no item may be taken. */
export const NO_ITEM = -1;

/** A port's parameters. */
export interface PortSpec {
  /** Items that fit; 1 or more. */
  readonly capacity: number;
  /** The event that tells the consumer that the head may be taken. */
  readonly headEvent: number;
  /** The event that tells a refused producer that there is room again; null when none needs telling. */
  readonly spaceEvent: number | null;
}

/**
 * A bounded first-in, first-out queue of non-negative integers between two units.
 *
 * One event is under way for its head, never one an item: choices reorder sources, not the entries of a queue
 * (architecture.md, Kernel). An item may ripen late, and then holds back those behind it. A consumer that leaves
 * the head where it is gets no second event for it: whatever blocked the consumer must wake it.
 */
export class Port {
  private readonly items: Int32Array;
  private readonly ripeCycles: Float64Array;
  private headIndex = 0;
  private count = 0;
  private headEventUnderWay = false;
  private producerWaits = false;

  /** @throws RangeError when the capacity is not a positive integer. */
  constructor(
    private readonly spec: PortSpec,
    private readonly wheel: EventWheel,
  ) {
    if (!Number.isInteger(spec.capacity) || spec.capacity < 1) {
      throw new RangeError(`Port capacity must be 1 or more, got ${spec.capacity}`);
    }
    this.items = new Int32Array(spec.capacity);
    this.ripeCycles = new Float64Array(spec.capacity);
  }

  get length(): number {
    return this.count;
  }

  get isFull(): boolean {
    return this.count === this.items.length;
  }

  /**
   * Appends an item that may be taken `delayCycles` from now at the earliest.
   *
   * @returns false when there is no room; the space event then follows the next `pop`.
   */
  tryPush(item: number, delayCycles = 0): boolean {
    if (this.isFull) {
      this.producerWaits = true;
      return false;
    }
    const tail = this.wrap(this.headIndex + this.count);
    this.items[tail] = item;
    this.ripeCycles[tail] = this.wheel.now + delayCycles;
    this.count++;
    if (this.count === 1) this.announceHead();
    return true;
  }

  /** The consumer calls this first when the head event arrives; true when the head may be taken. */
  acceptHeadEvent(): boolean {
    this.headEventUnderWay = false;
    if (this.count === 0) return false;
    if (this.isHeadRipe()) return true;
    this.announceHead();
    return false;
  }

  /** The oldest item, or `NO_ITEM` when there is none or it is not ripe. */
  peek(): number {
    return this.count > 0 && this.isHeadRipe() ? this.items[this.headIndex] : NO_ITEM;
  }

  /** Takes the oldest item, or `NO_ITEM`; the item behind it gets the head event. */
  pop(): number {
    const item = this.peek();
    if (item === NO_ITEM) return NO_ITEM;
    this.headIndex = this.wrap(this.headIndex + 1);
    this.count--;
    if (this.count > 0) this.announceHead();
    if (this.producerWaits) {
      this.producerWaits = false;
      if (this.spec.spaceEvent !== null) this.wheel.schedule(0, this.spec.spaceEvent);
    }
    return item;
  }

  /** Empties the port; for use together with the wheel's reset. */
  reset(): void {
    this.headIndex = 0;
    this.count = 0;
    this.headEventUnderWay = false;
    this.producerWaits = false;
  }

  private announceHead(): void {
    if (this.headEventUnderWay) return;
    this.headEventUnderWay = true;
    const wait = this.ripeCycles[this.headIndex] - this.wheel.now;
    this.wheel.schedule(Math.max(wait, 0), this.spec.headEvent);
  }

  private isHeadRipe(): boolean {
    return this.ripeCycles[this.headIndex] <= this.wheel.now;
  }

  private wrap(index: number): number {
    return index < this.items.length ? index : index - this.items.length;
  }
}
