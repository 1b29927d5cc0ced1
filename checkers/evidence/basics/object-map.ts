import type { MemoryObject } from '../../../transactions/index.js';

/** Finds the memory object at an address. Remembers the last one found, since accesses tend to hit it again. */
export class ObjectMap {
  /** The address of each object's first byte. */
  readonly starts: Float64Array;
  private readonly ends: Float64Array;
  private last = 0;

  constructor(objects: readonly MemoryObject[]) {
    this.starts = Float64Array.from(objects, ({ address }) => address);
    this.ends = Float64Array.from(objects, ({ address, bytes }) => address + bytes);
  }

  /** Returns the index of the object that contains an address, or -1. */
  findIndex(address: number): number {
    const { starts, ends, last } = this;
    if (starts.length === 0 || address < 0) return -1;
    if (address >= starts[last] && address < ends[last]) return last;
    for (let i = 0; i < starts.length; i++) {
      if (address < starts[i] || address >= ends[i]) continue;
      this.last = i;
      return i;
    }
    return -1;
  }
}
