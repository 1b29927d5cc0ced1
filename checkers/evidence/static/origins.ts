/** Marks a scalar register whose value is known. */
export const KNOWN = 0;

/**
 * Names the origins of unknown values: an argument, an instruction, a load from a certain place. Equal places have
 * equal numbers, so descriptors loaded by two paths from one offset of one set are recognised as one object.
 */
export class Origins {
  private readonly numbers = new Map<string, number>();

  /** The number of an origin; never `KNOWN`. */
  number(name: string): number {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.numbers.size + 1;
      this.numbers.set(name, number);
    }
    return number;
  }
}
