/** The numbers of the waves of a trace: in any order, but without gaps. Takes memory only for numbers that come before smaller ones. */
export class WaveNumbers {
  /** Every number below this came. */
  private next: number;
  /** Numbers above it that came. */
  private readonly early = new Set<number>();

  /** @param first the number of the first wave. */
  constructor(private readonly first: number) {
    this.next = first;
  }

  /** Takes in the number of a wave that was formed. */
  note(wave: number): void {
    if (this.has(wave)) return;
    this.early.add(wave);
    while (this.early.delete(this.next)) this.next++;
  }

  /** Whether a wave of this number was formed. */
  has(wave: number): boolean {
    return (wave >= this.first && wave < this.next) || this.early.has(wave);
  }

  /** Some wave came. */
  get any(): boolean {
    return this.next > this.first || this.hasGaps;
  }

  /** Waves are missing between those that came, or before them. */
  get hasGaps(): boolean {
    return this.early.size > 0;
  }

  /** The lowest missing number; undefined if there are no gaps. */
  get firstMissing(): number | undefined {
    return this.hasGaps ? this.next : undefined;
  }
}
