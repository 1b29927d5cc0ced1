import { NumberMap } from './number-map.js';

/**
 * A set of integers with high turnover, stored like the keys of a `NumberMap`. Example: after `add(7)`,
 * `delete(7)` returns true the first time and false after that.
 */
export class NumberSet {
  private readonly members = new NumberMap<true>();

  /** Adds a number. */
  add(member: number): void {
    this.members.set(member, true);
  }

  /** Removes a number and returns whether it was present. */
  delete(member: number): boolean {
    return this.members.delete(member) === true;
  }
}
