/** What is held in one unit: the total amount and the number of parts. */
interface Held {
  amount: number;
  partCount: number;
}

/**
 * Tracks the use of one kind of resource in each unit through launches and releases, regardless of where the
 * used parts are.
 */
export class Room {
  private readonly held = new Map<number, Held>();

  constructor(private readonly capacity: number) {}

  /**
   * Returns whether this much certainly fits in every unit, because the used parts leave a hole of at least
   * that size.
   */
  certainlyFits(need: number): boolean {
    if (need > this.capacity) return false;
    for (const { amount, partCount } of this.held.values()) {
      if (Math.floor((this.capacity - amount) / (partCount + 1)) < need) return need === 0;
    }
    return true;
  }

  /** Takes an amount in a unit (`sign` 1) or returns it (-1). */
  change(unit: number, amount: number, sign: 1 | -1): void {
    if (amount === 0) return;
    const held = this.held.get(unit) ?? { amount: 0, partCount: 0 };
    held.amount += sign * amount;
    held.partCount += sign;
    this.held.set(unit, held);
  }
}
