/** What is held at one place: in total, and in how many parts. */
interface Held {
  amount: number;
  partCount: number;
}

/** Capacity of one kind at each place, tracked through launches and releases, independent of where the used parts are. */
export class Room {
  private readonly held = new Map<number, Held>();

  constructor(private readonly capacity: number) {}

  /** Whether this much certainly fits at every place: the used parts leave a hole of at least that size. */
  certainlyFits(need: number): boolean {
    if (need > this.capacity) return false;
    for (const { amount, partCount } of this.held.values()) {
      if (Math.floor((this.capacity - amount) / (partCount + 1)) < need) return need === 0;
    }
    return true;
  }

  /** Takes an amount at a place (`sign` 1) or returns it (-1). */
  change(place: number, amount: number, sign: 1 | -1): void {
    if (amount === 0) return;
    const held = this.held.get(place) ?? { amount: 0, partCount: 0 };
    held.amount += sign * amount;
    held.partCount += sign;
    this.held.set(place, held);
  }
}
