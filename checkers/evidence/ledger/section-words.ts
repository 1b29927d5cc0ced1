import { OWN_MEMORY, type WordSource } from '../../../arch/index.js';
import type { MemoryObject } from '../../../transactions/index.js';
import { ObjectMap } from '../basics/object-map.js';
import { bytesOf } from '../basics/run-numbers.js';

/** State of a word so far, as bits: sections accessed it; sections accessed it other than by atomics; an access wrote it. */
const ACCESSED = 1;
const TRANSFERRED = 2;
const WRITTEN = 4;

/** How an access uses a word. */
export interface WordUse {
  readonly writes: boolean;
  readonly isAtomic: boolean;
}

/** Words of some objects that sections have accessed so far; other words may be accessed anywhere. */
export class SectionWords {
  private readonly statesByObject: (Uint8Array | undefined)[] = [];
  private readonly map: ObjectMap;

  constructor(
    private readonly objects: readonly MemoryObject[],
    private readonly memory: WordSource = OWN_MEMORY,
  ) {
    this.map = new ObjectMap(objects);
  }

  /** Records an access; `inSection`: by an instruction of a section. */
  add(address: number, bytes: number, { writes, isAtomic }: WordUse, inSection: boolean): void {
    const sectionBits = inSection ? ACCESSED | (isAtomic ? 0 : TRANSFERRED) : 0;
    const effects = sectionBits | (writes ? WRITTEN : 0);
    if (effects === 0) return;
    const at = this.map.indexAt(address);
    if (at < 0) return;
    this.statesByObject[at] ??= bytesOf(this.memory, Math.ceil(this.objects[at].bytes / 4));
    const words = this.statesByObject[at];
    const start = address - this.map.starts[at];
    const last = Math.min((start + bytes - 1) >>> 2, words.length - 1);
    for (let word = start >>> 2; word <= last; word++) words[word] |= effects;
  }

  /** Whether any of the words was written. */
  isWritten(address: number, bytes: number): boolean {
    return this.hasWord(address, bytes, 0, WRITTEN);
  }

  /**
   * Whether an access outside sections touches words they order: accessed by some section and written by some access. Words
   * that only atomics touch end the same in any order.
   */
  touchesOrderedWord(address: number, bytes: number, { writes, isAtomic }: WordUse): boolean {
    return this.hasWord(address, bytes, ACCESSED | (isAtomic ? TRANSFERRED : 0), writes ? ACCESSED : WRITTEN);
  }

  /** Whether an address is in one of the objects. */
  holds(address: number): boolean {
    return this.map.indexAt(address) >= 0;
  }

  /** Whether some word has all of the bits `all`, and one of the bits `any`. */
  private hasWord(address: number, bytes: number, all: number, any: number): boolean {
    const at = this.map.indexAt(address);
    const words = at < 0 ? undefined : this.statesByObject[at];
    if (words === undefined) return false;
    const start = address - this.map.starts[at];
    const last = Math.min((start + bytes - 1) >>> 2, words.length - 1);
    for (let word = start >>> 2; word <= last; word++)
      if ((words[word] & all) === all && (words[word] & any) !== 0) return true;
    return false;
  }
}
