/** The allocations in a unit. */
interface UnitUsage {
  /** The total amount allocated. */
  amount: number;
  /** Number of separate allocations. */
  allocationCount: number;
}

/**
 * Tracks per-unit usage of a resource across launches and releases, without knowing where in the unit the
 * allocations are.
 */
export class Room {
  private readonly held = new Map<number, UnitUsage>();

  constructor(private readonly capacity: number) {}

  /**
   * Whether every unit is guaranteed to have a large enough gap for the amount, however its allocations are laid
   * out.
   */
  isGuaranteedToFit(needed: number): boolean {
    if (needed > this.capacity) return false;
    for (const { amount, allocationCount } of this.held.values()) {
      if (Math.floor((this.capacity - amount) / (allocationCount + 1)) < needed) return needed === 0;
    }
    return true;
  }

  /** Allocates an amount in a unit (`sign` 1) or frees it (-1). */
  change(unit: number, amount: number, sign: 1 | -1): void {
    if (amount === 0) return;
    const usage = this.held.get(unit) ?? { amount: 0, allocationCount: 0 };
    usage.amount += sign * amount;
    usage.allocationCount += sign;
    this.held.set(unit, usage);
  }
}
