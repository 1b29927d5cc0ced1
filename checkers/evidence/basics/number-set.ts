import { NumberMap } from './number-map.js';

/** Whole numbers that come and go all the time, kept as in `NumberMap`. Example: after `add(7)`, `delete(7)` is true once. */
export class NumberSet {
  private readonly members = new NumberMap<true>();

  /** Takes in a number. */
  add(member: number): void {
    this.members.set(member, true);
  }

  /** Takes a number out; returns whether it was in. */
  delete(member: number): boolean {
    return this.members.delete(member) === true;
  }
}
