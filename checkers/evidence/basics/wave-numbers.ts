/**
 * Tracks which wave numbers have occurred in a trace. They may arrive in any order, as long as no gaps remain
 * at the end. Only those that arrive before smaller ones are stored.
 */
export class WaveNumbers {
  private next: number;
  /** Larger numbers that have already arrived. */
  private readonly earlyNumbers = new Set<number>();

  /** @param first the number of the first wave. */
  constructor(private readonly first: number) {
    this.next = first;
  }

  /** Records that a wave was formed. */
  record(wave: number): void {
    if (this.has(wave)) return;
    this.earlyNumbers.add(wave);
    while (this.earlyNumbers.delete(this.next)) this.next++;
  }

  /** Whether the wave with the given number was formed. */
  has(wave: number): boolean {
    return (wave >= this.first && wave < this.next) || this.earlyNumbers.has(wave);
  }

  /** Whether any number has arrived. */
  get hasAny(): boolean {
    return this.next > this.first || this.hasGaps;
  }

  /** Whether numbers are missing below the highest one that has arrived. */
  get hasGaps(): boolean {
    return this.earlyNumbers.size > 0;
  }

  /** The lowest missing number, or undefined if there are no gaps. */
  get firstMissing(): number | undefined {
    return this.hasGaps ? this.next : undefined;
  }
}
