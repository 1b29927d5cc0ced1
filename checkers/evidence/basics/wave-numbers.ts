/**
 * Tracks which wave numbers have occurred in a trace. They may arrive in any order, but must leave no gaps by
 * the end. Only numbers that arrive before smaller ones are stored.
 */
export class WaveNumbers {
  /** Every number below this has arrived. */
  private next: number;
  /** Larger numbers that have arrived early. */
  private readonly early = new Set<number>();

  /** @param first the number of the first wave. */
  constructor(private readonly first: number) {
    this.next = first;
  }

  /** Records the number of a formed wave. */
  note(wave: number): void {
    if (this.has(wave)) return;
    this.early.add(wave);
    while (this.early.delete(this.next)) this.next++;
  }

  /** Returns whether a wave with this number was formed. */
  has(wave: number): boolean {
    return (wave >= this.first && wave < this.next) || this.early.has(wave);
  }

  /** Whether any wave has arrived. */
  get hasAny(): boolean {
    return this.next > this.first || this.hasGaps;
  }

  /** Whether waves are missing between or before those that arrived. */
  get hasGaps(): boolean {
    return this.early.size > 0;
  }

  /** The lowest missing number; undefined if there are no gaps. */
  get firstMissing(): number | undefined {
    return this.hasGaps ? this.next : undefined;
  }
}
