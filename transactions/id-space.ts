import type { KnobValues } from './knobs/index.js';

/** Returns a wave id, or a difference of two, as a number from 0 to `count - 1`. */
export function wrapId(id: number, count: number): number {
  return ((id % count) + count) % count;
}

/**
 * A packer's wave ids, which wrap around (S-033, pops.md 5.5), as rules, coverage and pictures read them. The model must
 * not use it: its own arithmetic is in `rtl-model/db/wave-ids.ts`.
 */
export class IdSpace {
  /** Number of distinct ids. */
  readonly count: number;
  private readonly start: number;

  constructor({ idWrap, idStart }: Pick<KnobValues, 'idWrap' | 'idStart'>) {
    this.count = idWrap + 1;
    this.start = wrapId(idStart, this.count);
  }

  /** Returns the id of a sequence number. Numbers before the first wave are negative. */
  getId(sequence: number): number {
    return wrapId(sequence + this.start, this.count);
  }

  /** Returns how many ids `to` is ahead of `from`. */
  distance(from: number, to: number): number {
    return wrapId(to - from, this.count);
  }

  /** Returns the lowest sequence number, at or above `floor`, that has the given id. */
  findSequenceFrom(floor: number, id: number): number {
    return floor + this.distance(this.getId(floor), id);
  }

  /**
   * Returns the lowest sequence number from `first` to `last` that has the given id. If there is none, returns the one
   * nearest to that range; if one ahead is as near as one behind, the one ahead.
   */
  findNearest(first: number, last: number, id: number): number {
    const ahead = this.findSequenceFrom(first, id);
    const behind = ahead - this.count;
    return ahead <= last || ahead - last <= first - behind ? ahead : behind;
  }
}
