import { assert } from './kernel/assert.js';

interface Extent {
  readonly first: number;
  readonly end: number;
}

/** Allocates ranges of consecutive entries by first fit. */
export class Extents {
  /** The ranges in use, in ascending order. */
  private readonly held: Extent[] = [];

  constructor(private readonly size: number) {}

  /** Whether all entries are free. */
  get isFree(): boolean {
    return this.held.length === 0;
  }

  /** Returns whether `count` consecutive entries are free, which is always true if `count` is 0. */
  fits(count: number): boolean {
    return this.indexFor(count) >= 0;
  }

  /**
   * Allocates `count` consecutive entries, which must fit. Returns the index of the first one, or 0 if `count` is 0.
   */
  take(count: number): number {
    assert(count >= 0, 'the size of a range is not negative');
    if (count === 0) return 0;
    const gap = this.indexFor(count);
    assert(gap >= 0, 'the allocated range fits');
    // As in hardware, a range that does not fit overlaps others.
    const index = Math.max(gap, 0);
    const first = index === 0 ? 0 : this.held[index - 1].end;
    this.held.splice(index, 0, { first, end: first + count });
    return first;
  }

  /** Frees the range that starts at `first`. Does nothing if `count` is 0. */
  free(first: number, count: number): void {
    if (count === 0) return;
    const index = this.held.findIndex((extent) => extent.first === first);
    assert(index >= 0, 'only an allocated range can be freed');
    assert(this.held[index].end - first <= count, 'a range can only be freed as a whole');
    this.held.splice(index, 1);
  }

  /**
   * Returns the index in `held` of the extent after the first gap that is large enough for a range, or -1 if there is
   * none. It is the length of `held` if the gap is at the end.
   */
  private indexFor(count: number): number {
    let free = 0;
    for (let index = 0; index < this.held.length; index++) {
      if (this.held[index].first - free >= count) return index;
      free = this.held[index].end;
    }
    return this.size - free >= count ? this.held.length : -1;
  }
}
