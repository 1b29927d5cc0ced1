import { OWN_MEMORY, type WordSource } from '../../../arch/index.js';
import type { MemoryObject } from '../../../transactions/index.js';
import { ObjectMap } from '../basics/object-map.js';
import { bytesOf } from '../basics/run-numbers.js';

/** A bit of a word's state: sections have accessed the word. */
const ACCESSED = 1;
/** Sections have accessed the word by something other than an atomic. */
const TRANSFERRED = 2;
/** Some access has written the word. */
const WRITTEN = 4;

/** How an access uses a word. */
export interface WordUse {
  readonly writes: boolean;
  readonly isAtomic: boolean;
}

/** Tracks which words of some objects sections have accessed so far. Other words may be accessed anywhere. */
export class SectionWords {
  private readonly statesByObject: (Uint8Array | undefined)[] = [];
  private readonly map: ObjectMap;

  constructor(
    private readonly objects: readonly MemoryObject[],
    private readonly memory: WordSource = OWN_MEMORY,
  ) {
    this.map = new ObjectMap(objects);
  }

  /** Records an access. `inSection` tells whether it came from an instruction in a section. */
  add(address: number, bytes: number, { writes, isAtomic }: WordUse, inSection: boolean): void {
    const sectionBits = inSection ? ACCESSED | (isAtomic ? 0 : TRANSFERRED) : 0;
    const effects = sectionBits | (writes ? WRITTEN : 0);
    if (effects === 0) return;
    const index = this.map.indexAt(address);
    if (index < 0) return;
    this.statesByObject[index] ??= bytesOf(this.memory, Math.ceil(this.objects[index].bytes / 4));
    const words = this.statesByObject[index];
    const start = address - this.map.starts[index];
    const last = Math.min((start + bytes - 1) >>> 2, words.length - 1);
    for (let word = start >>> 2; word <= last; word++) words[word] |= effects;
  }

  /** Returns whether any of the words was written. */
  isWritten(address: number, bytes: number): boolean {
    return this.hasWord(address, bytes, 0, WRITTEN);
  }

  /**
   * Returns whether an access outside sections touches words that sections order: words that some section
   * accessed and some access wrote. Words that only atomics touch have the same final value in any order.
   */
  touchesOrderedWord(address: number, bytes: number, { writes, isAtomic }: WordUse): boolean {
    return this.hasWord(address, bytes, ACCESSED | (isAtomic ? TRANSFERRED : 0), writes ? ACCESSED : WRITTEN);
  }

  /** Returns whether an address is in one of the objects. */
  holds(address: number): boolean {
    return this.map.indexAt(address) >= 0;
  }

  /** Returns whether some word has all of the bits `all`, and at least one of the bits `any`. */
  private hasWord(address: number, bytes: number, all: number, any: number): boolean {
    const index = this.map.indexAt(address);
    const words = index < 0 ? undefined : this.statesByObject[index];
    if (words === undefined) return false;
    const start = address - this.map.starts[index];
    const last = Math.min((start + bytes - 1) >>> 2, words.length - 1);
    for (let word = start >>> 2; word <= last; word++)
      if ((words[word] & all) === all && (words[word] & any) !== 0) return true;
    return false;
  }
}
