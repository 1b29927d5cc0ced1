import { SEPARATE_MEMORY, type WordSource } from '../../../arch/index.js';
import type { MemoryObject } from '../../../transactions/index.js';
import { ObjectMap } from '../basics/object-map.js';
import { allocateBytes } from '../basics/run-arrays.js';

/** State flag: the word has been accessed in a section. */
const ACCESSED = 1;
/** State flag: the word has been accessed non-atomically in a section. */
const NON_ATOMIC = 2;
/** State flag: the word has been written, in a section or elsewhere. */
const WRITTEN = 4;

/** How an access uses a word. */
export interface WordUse {
  readonly writes: boolean;
  readonly isAtomic: boolean;
}

/** Tracks how sections have accessed the words of some objects so far. Words outside these objects are ignored. */
export class SectionWords {
  private readonly statesByObject: (Uint8Array | undefined)[] = [];
  private readonly map: ObjectMap;

  constructor(
    private readonly objects: readonly MemoryObject[],
    private readonly memory: WordSource = SEPARATE_MEMORY,
  ) {
    this.map = new ObjectMap(objects);
  }

  /** Records an access. `inSection` says whether its instruction is in a section. */
  add(address: number, bytes: number, { writes, isAtomic }: WordUse, inSection: boolean): void {
    const sectionBits = inSection ? ACCESSED | (isAtomic ? 0 : NON_ATOMIC) : 0;
    const effects = sectionBits | (writes ? WRITTEN : 0);
    if (effects === 0) return;
    const index = this.map.findIndex(address);
    if (index < 0) return;
    this.statesByObject[index] ??= allocateBytes(this.memory, Math.ceil(this.objects[index].bytes / 4));
    const words = this.statesByObject[index];
    const start = address - this.map.starts[index];
    const last = Math.min((start + bytes - 1) >>> 2, words.length - 1);
    for (let word = start >>> 2; word <= last; word++) words[word] |= effects;
  }

  /** Whether any of the words has been written. */
  isWritten(address: number, bytes: number): boolean {
    return this.anyHas(address, bytes, 0, WRITTEN);
  }

  /**
   * Whether an access outside sections touches any word whose accesses must be ordered, that is, one accessed in some
   * section and written anywhere. Words that are only touched by atomics end up with the same value in any order.
   */
  touchesOrderedWord(address: number, bytes: number, { writes, isAtomic }: WordUse): boolean {
    return this.anyHas(address, bytes, ACCESSED | (isAtomic ? NON_ATOMIC : 0), writes ? ACCESSED : WRITTEN);
  }

  /** Whether an address is in one of the objects. */
  contains(address: number): boolean {
    return this.map.findIndex(address) >= 0;
  }

  /** Whether any of the words has all of the bits in `all` and at least one of the bits in `any`. */
  private anyHas(address: number, bytes: number, all: number, any: number): boolean {
    const index = this.map.findIndex(address);
    const words = index < 0 ? undefined : this.statesByObject[index];
    if (words === undefined) return false;
    const start = address - this.map.starts[index];
    const last = Math.min((start + bytes - 1) >>> 2, words.length - 1);
    for (let word = start >>> 2; word <= last; word++)
      if ((words[word] & all) === all && (words[word] & any) !== 0) return true;
    return false;
  }
}
