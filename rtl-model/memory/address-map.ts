import { SEPARATE_MEMORY, type WordSource } from '../../arch/index.js';
import type { MemoryObject } from '../../transactions/index.js';
import { assert } from '../kernel/assert.js';
import { LINE_BYTES } from './spec.js';

/**
 * Minimum number of free bytes after each object in the window, so that stray accesses do not hit the neighbouring
 * object.
 */
const MIN_GAP = 2 * LINE_BYTES;

/** A mapped object: its byte range in the 48-bit address space, and its position in the window. */
export interface Region {
  readonly object: MemoryObject;
  readonly first: number;
  readonly end: number;
  readonly offset: number;
}

/**
 * Lays out all memory objects of a scenario in one flat window, and looks them up by address. Objects keep
 * their line alignment, so no two objects share a line.
 */
export class AddressMap {
  readonly regions: readonly Region[];
  readonly words: Int32Array;
  readonly bytes: Uint8Array;

  constructor(objects: readonly MemoryObject[], memory: WordSource = SEPARATE_MEMORY) {
    let offset = 0;
    this.regions = objects.map((object) => {
      const region = { object, first: object.address, end: object.address + object.bytes, offset };
      offset += Math.ceil(object.bytes / MIN_GAP) * MIN_GAP + MIN_GAP;
      return region;
    });
    this.words = memory.take(offset >> 2);
    this.bytes = new Uint8Array(this.words.buffer, this.words.byteOffset, this.words.byteLength);
    for (const region of this.regions) this.words.set(region.object.initial, region.offset >> 2);
  }

  /** Number of lines in the window. */
  get lineCount(): number {
    return this.bytes.length / LINE_BYTES;
  }

  /** Returns the object that contains all `size` bytes at an address, or undefined if none does. */
  findRegion(address: number, size: number): Region | undefined {
    const region = this.regions.find(({ first, end }) => address >= first && address + size <= end);
    assert(
      region === undefined || address - region.first + size <= region.object.bytes,
      'the object contains the access',
    );
    return region;
  }

  /** Returns the address of the byte at an offset in the window. */
  addressAt(offset: number): number {
    const region = this.regions.findLast((candidate) => candidate.offset <= offset);
    assert(region !== undefined, 'the window starts with an object');
    assert(offset < this.bytes.length, 'the byte is inside the window');
    return region.first + (offset - region.offset);
  }
}
