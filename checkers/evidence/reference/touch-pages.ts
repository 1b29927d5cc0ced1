import type { WordSource } from '../../../arch/index.js';
import { allocateBytes } from '../basics/run-arrays.js';

/** Base-2 logarithm of the number of words in a page. */
const PAGE_SHIFT = 6;
export const PAGE_WORDS = 1 << PAGE_SHIFT;

/** Number of pages allocated initially, including the shared page that is always zero. */
const INITIAL_PAGES = 16;

/**
 * Tracks which accesses have touched each word of an object. Since most memory is never accessed, a page is only
 * allocated when one of its words is first accessed. Words in unallocated pages count as untouched.
 *
 * Example: after `allocateIndex(70)` returns 70, setting `owners[70] = 3` makes `owners[getIndex(70)]` 3, while
 * `owners[getIndex(0)]` is 0.
 */
export class TouchPages {
  /**
   * For each index, one plus the key that all accesses to the word share. `UNTOUCHED` if there are none, `MIXED` if
   * their keys differ or their bits do not intersect.
   */
  owners: Int32Array;
  /**
   * The bits that all accesses so far have in common (`ScreenGrid.getHeldBits`), by index. Empty if every invocation
   * holds its whole pixel.
   */
  common: Int32Array;
  written: Uint8Array;
  /** How the accesses so far change the word (`UPDATE`), by index. */
  updates: Uint8Array;
  /** 1 for each page in which a word has been written. */
  private readonly writtenPages: Uint8Array;
  /** The index of each page's first word: 0 (a shared all-zero page) until the page is first accessed. */
  private readonly pageStarts: Int32Array;
  private usedCount = PAGE_WORDS;

  constructor(
    readonly wordCount: number,
    hasBits: boolean,
    private readonly memory: WordSource,
  ) {
    const pages = (wordCount >> PAGE_SHIFT) + 1;
    this.pageStarts = memory.take(pages);
    this.writtenPages = new Uint8Array(pages);
    const capacity = INITIAL_PAGES * PAGE_WORDS;
    this.owners = memory.take(capacity);
    this.common = memory.take(hasBits ? capacity : 0);
    this.written = allocateBytes(memory, capacity);
    this.updates = allocateBytes(memory, capacity);
  }

  /** Returns a word's index in the arrays. */
  getIndex(word: number): number {
    return this.pageStarts[word >> PAGE_SHIFT] + (word & (PAGE_WORDS - 1));
  }

  /** Returns the index of a word that is about to be accessed, allocating its page if necessary. */
  allocateIndex(word: number): number {
    const page = word >> PAGE_SHIFT;
    if (this.pageStarts[page] === 0) {
      if (this.usedCount === this.owners.length) this.grow();
      this.pageStarts[page] = this.usedCount;
      this.usedCount += PAGE_WORDS;
    }
    return this.getIndex(word);
  }

  /** Records that a word has been written. */
  recordWrite(word: number, index: number): void {
    this.written[index] = 1;
    this.writtenPages[word >> PAGE_SHIFT] = 1;
  }

  /** Whether any word in the same page has been written. */
  isPageWritten(word: number): boolean {
    return this.writtenPages[word >> PAGE_SHIFT] === 1;
  }

  /** Whether `predicate` returns true for every word in the pages that contain written words. */
  everyWord(predicate: (word: number) => boolean): boolean {
    for (let first = 0; first < this.wordCount; first += PAGE_WORDS) {
      if (!this.isPageWritten(first)) continue;
      const end = Math.min(first + PAGE_WORDS, this.wordCount);
      for (let word = first; word < end; word++) if (!predicate(word)) return false;
    }
    return true;
  }

  private grow(): void {
    const { owners, common, written, updates, memory } = this;
    const capacity = 2 * owners.length;
    this.owners = memory.take(capacity);
    this.owners.set(owners);
    this.common = memory.take(2 * common.length);
    this.common.set(common);
    this.written = allocateBytes(memory, capacity);
    this.written.set(written);
    this.updates = allocateBytes(memory, capacity);
    this.updates.set(updates);
  }
}
