import type { MemoryObject } from '../../transactions/index.js';

/** Bytes that stay free between two objects in the window, so that a wild access meets no neighbour. */
const GAP = 256;

/** One mapped object: byte range in the 48-bit address space, and where it lies in the window. */
export interface Region {
  readonly object: MemoryObject;
  readonly first: number;
  readonly end: number;
  readonly offset: number;
}

/** Places all memory objects of a scenario in one flat window and finds them by address. */
export class AddressMap {
  readonly regions: readonly Region[];
  readonly words: Int32Array;
  readonly bytes: Uint8Array;
  private latest: Region | undefined;

  constructor(objects: readonly MemoryObject[]) {
    let offset = 0;
    this.regions = objects.map((object) => {
      const region = { object, first: object.address, end: object.address + object.bytes, offset };
      offset += Math.ceil(object.bytes / GAP) * GAP + GAP;
      return region;
    });
    this.words = new Int32Array(offset >> 2);
    this.bytes = new Uint8Array(this.words.buffer);
    for (const region of this.regions) this.words.set(region.object.initial, region.offset >> 2);
  }

  /** Byte offset in the window of an address whose `size` bytes are all mapped, or -1. */
  offsetOf(address: number, size: number): number {
    const latest = this.latest;
    if (latest !== undefined && address >= latest.first && address + size <= latest.end) {
      return latest.offset + (address - latest.first);
    }
    for (const region of this.regions) {
      if (address < region.first || address + size > region.end) continue;
      this.latest = region;
      return region.offset + (address - region.first);
    }
    return -1;
  }
}
