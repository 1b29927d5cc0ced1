/** What is held in a unit. */
interface Held {
  /** The total amount. */
  amount: number;
  /** Number of separate allocations. */
  allocationCount: number;
}

/**
 * Tracks how much of a resource is used in each unit through launches and releases, without knowing where in
 * the unit the allocations are.
 */
export class Room {
  private readonly held = new Map<number, Held>();

  constructor(private readonly capacity: number) {}

  /**
   * Whether an amount is certain to fit in every unit, because allocations always leave a gap of at least that
   * size.
   */
  certainlyFits(need: number): boolean {
    if (need > this.capacity) return false;
    for (const { amount, allocationCount } of this.held.values()) {
      if (Math.floor((this.capacity - amount) / (allocationCount + 1)) < need) return need === 0;
    }
    return true;
  }

  /** Allocates an amount in a unit (`sign` 1) or frees it (-1). */
  change(unit: number, amount: number, sign: 1 | -1): void {
    if (amount === 0) return;
    const held = this.held.get(unit) ?? { amount: 0, allocationCount: 0 };
    held.amount += sign * amount;
    held.allocationCount += sign;
    this.held.set(unit, held);
  }
}
