import type { FieldRules } from './fingerprint/field-rule.js';
import { assert } from './kernel/assert.js';

interface Extent {
  readonly first: number;
  readonly end: number;
}

/** Allocates ranges of consecutive entries, first fit. */
export class Extents {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<Extents> = {};

  /** Parts in use, in address order. */
  private readonly held: Extent[] = [];

  constructor(private readonly size: number) {}

  /** Whether nothing is in use. */
  get isFree(): boolean {
    return this.held.length === 0;
  }

  /** Whether `count` consecutive entries are free; always true for 0. */
  fits(count: number): boolean {
    return this.placeFor(count) >= 0;
  }

  /** Allocates `count` entries, which must fit; returns the first, or 0 for an empty range. */
  take(count: number): number {
    assert(count >= 0, 'the size of a part is not negative');
    if (count === 0) return 0;
    const hole = this.placeFor(count);
    assert(hole >= 0, 'the allocated range fits');
    // A range that does not fit overlaps existing parts, as in hardware.
    const place = Math.max(hole, 0);
    const first = place === 0 ? 0 : this.held[place - 1].end;
    this.held.splice(place, 0, { first, end: first + count });
    return first;
  }

  /** Frees the part starting at `first`; no-op for an empty one. */
  free(first: number, count: number): void {
    if (count === 0) return;
    const place = this.held.findIndex((extent) => extent.first === first);
    assert(place >= 0, 'a freed part is allocated');
    assert(this.held[place].end - first <= count, 'a part is returned whole');
    this.held.splice(place, 1);
  }

  /** Index of the part after the first hole large enough, or -1. */
  private placeFor(count: number): number {
    let free = 0;
    for (let place = 0; place < this.held.length; place++) {
      if (this.held[place].first - free >= count) return place;
      free = this.held[place].end;
    }
    return this.size - free >= count ? this.held.length : -1;
  }
}
