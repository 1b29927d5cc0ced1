/** The origin number of scalar registers with known values. */
export const KNOWN = 0;

/**
 * Assigns numbers to the origins of unknown values: an argument, an instruction, or a load from a specific
 * location. Equal locations get equal numbers, so descriptors that two paths load from the same offset in the
 * same set count as the same object.
 */
export class Origins {
  private readonly numbers = new Map<string, number>();

  /** Returns the number of an origin. It is never `KNOWN`. */
  getNumber(name: string): number {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.numbers.size + 1;
      this.numbers.set(name, number);
    }
    return number;
  }
}
