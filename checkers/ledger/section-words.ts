import type { MemoryObject } from '../../transactions/index.js';
import { ObjectMap } from '../basics/object-map.js';

/** What is known of a word so far: sections accessed it, other than by atomics, and somebody wrote it. */
const ACCESSED = 1;
const MOVED = 2;
const WRITTEN = 4;

/** How an access meets a word. */
export interface WordUse {
  readonly writes: boolean;
  readonly isAtomic: boolean;
}

/** The words of some objects that sections have accessed so far; the rest of these objects may be accessed anywhere. */
export class SectionWords {
  private readonly known: (Uint8Array | undefined)[] = [];
  private readonly map: ObjectMap;

  constructor(private readonly objects: readonly MemoryObject[]) {
    this.map = new ObjectMap(objects);
  }

  /** Takes in an access; `inSection`: by an instruction of a section. */
  add(address: number, bytes: number, { writes, isAtomic }: WordUse, inSection: boolean): void {
    const inside = inSection ? ACCESSED | (isAtomic ? 0 : MOVED) : 0;
    const found = inside | (writes ? WRITTEN : 0);
    if (found === 0) return;
    const words = this.wordsAt(address);
    if (words === undefined) return;
    const [first, last] = this.rangeOf(address, bytes, words);
    for (let word = first; word <= last; word++) words[word] |= found;
  }

  /** Whether some word was written. */
  isWritten(address: number, bytes: number): boolean {
    return this.some(address, bytes, (known) => (known & WRITTEN) !== 0);
  }

  /**
   * Whether an access outside of sections meets what they order: words that some section accesses and somebody writes. What
   * only atomics touch gives the same in any order.
   */
  isMet(address: number, bytes: number, { writes, isAtomic }: WordUse): boolean {
    return this.some(address, bytes, (known) => {
      if ((known & ACCESSED) === 0 || (isAtomic && (known & MOVED) === 0)) return false;
      return writes || (known & WRITTEN) !== 0;
    });
  }

  /** Whether an address lies in one of the objects. */
  holds(address: number): boolean {
    return this.map.indexAt(address) >= 0;
  }

  private some(address: number, bytes: number, isMeant: (known: number) => boolean): boolean {
    const at = this.map.indexAt(address);
    const words = at < 0 ? undefined : this.known[at];
    if (words === undefined) return false;
    const [first, last] = this.rangeOf(address, bytes, words);
    for (let word = first; word <= last; word++) if (isMeant(words[word])) return true;
    return false;
  }

  private wordsAt(address: number): Uint8Array | undefined {
    const at = this.map.indexAt(address);
    if (at < 0) return undefined;
    this.known[at] ??= new Uint8Array(Math.ceil(this.objects[at].bytes / 4));
    return this.known[at];
  }

  private rangeOf(address: number, bytes: number, words: Uint8Array): readonly [number, number] {
    const start = address - this.map.starts[this.map.indexAt(address)];
    return [start >>> 2, Math.min((start + bytes - 1) >>> 2, words.length - 1)];
  }
}
