/** What is held of one place. */
interface Held {
  amount: number;
  parts: number;
}

/** Stores of one kind, one at each place, as far as launches and releases tell, wherever in them the parts in use lie. */
export class Room {
  private readonly held = new Map<number, Held>();

  constructor(private readonly capacity: number) {}

  /** Whether so much fits at every place for certain: the parts in use leave a hole of that size at least. */
  surelyFits(need: number): boolean {
    if (need > this.capacity) return false;
    for (const { amount, parts } of this.held.values()) {
      if (Math.floor((this.capacity - amount) / (parts + 1)) < need) return need === 0;
    }
    return true;
  }

  /** Takes an amount at a place (`sign` 1) or gives it back (-1). */
  change(place: number, amount: number, sign: 1 | -1): void {
    if (amount === 0) return;
    const held = this.held.get(place) ?? { amount: 0, parts: 0 };
    held.amount += sign * amount;
    held.parts += sign;
    this.held.set(place, held);
  }
}
