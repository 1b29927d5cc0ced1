import { DefaultMap } from '../basics/default-map.js';

/** The origin number of scalar registers with known values. */
export const KNOWN = 0;

/**
 * Assigns numbers to the origins of unknown values: an argument, an instruction, or a load from a specific
 * location. Equal locations get equal numbers, so descriptors that two paths load from the same offset in the
 * same set count as the same object.
 */
export class Origins {
  private readonly numbers: DefaultMap<string, number> = new DefaultMap(() => this.numbers.size + 1);

  /** Returns the number of an origin. It is never `KNOWN`. */
  getNumber(name: string): number {
    return this.numbers.getOrCreate(name);
  }
}
