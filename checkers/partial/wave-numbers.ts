/** Numbers that the waves of a trace have; they count without gaps, in whatever order. */
export class WaveNumbers {
  private readonly numbers = new Set<number>();
  private highest: number;

  /** @param first the number of the first wave. */
  constructor(private readonly first: number) {
    this.highest = first - 1;
  }

  /** Takes in the number of a wave that was formed. */
  note(wave: number): void {
    this.numbers.add(wave);
    this.highest = Math.max(this.highest, wave);
  }

  /** Whether a wave of this number was formed. */
  has(wave: number): boolean {
    return this.numbers.has(wave);
  }

  /** Some wave came. */
  get any(): boolean {
    return this.numbers.size > 0;
  }

  /** Waves are missing between those that came, or before them. */
  get hasGaps(): boolean {
    return this.numbers.size < this.highest - this.first + 1;
  }

  /** The lowest number that waves are missing at, or undefined where there are no gaps. */
  get firstMissing(): number | undefined {
    if (!this.hasGaps) return undefined;
    let number = this.first;
    while (this.numbers.has(number)) number++;
    return number;
  }
}
