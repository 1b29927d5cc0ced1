/** Marks a scalar register whose value is known. */
export const KNOWN = 0;

/**
 * Names where unknown values come from: an argument, an instruction, a load from a certain place. Equal places give
 * equal numbers, so that descriptors which two paths load from one offset of one set are recognised as one object.
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
