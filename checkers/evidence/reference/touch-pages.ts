import type { WordSource } from '../../../arch/index.js';
import { bytesOf } from '../basics/run-numbers.js';

/** The number of words per page is 2 to this power. */
const PAGE_SHIFT = 6;
export const PAGE_WORDS = 1 << PAGE_SHIFT;

/** Number of pages allocated initially, including the one that is never touched. */
const INITIAL_PAGES = 16;

/**
 * Stores the touches of one object's words. Since most memory is never touched, a page of words is allocated
 * on its first touch. Words of other pages read as untouched.
 *
 * Example: after `placeToTouch(70)` returns 70, `owners[70] = 3` makes `owners[placeOf(70)]` 3, while
 * `owners[placeOf(0)]` is 0.
 */
export class TouchPages {
  /**
   * By place, one more than the key of all touches of the word. It is `NO_WAVE` if there are none, and
   * `MIXED` if their keys differ or they hold nothing in common.
   */
  owners: Int32Array;
  /**
   * The bits that all touches so far have in common (`ScreenGrid.heldBits`). Empty if every touch holds its
   * whole pixel.
   */
  common: Int32Array;
  written: Uint8Array;
  /** How all touches so far change the word. */
  updates: Uint8Array;
  /** By page, 1 if one of its words is written. */
  private readonly writtenPages: Uint8Array;
  /**
   * By page, the place of its first word. Before the first touch this is 0, the place of a page that stays
   * zero.
   */
  private readonly places: Int32Array;
  /** Number of places in use. */
  private used = PAGE_WORDS;

  constructor(
    readonly wordCount: number,
    hasBits: boolean,
    private readonly memory: WordSource,
  ) {
    const pages = (wordCount >> PAGE_SHIFT) + 1;
    this.places = memory.take(pages);
    this.writtenPages = new Uint8Array(pages);
    const capacity = INITIAL_PAGES * PAGE_WORDS;
    this.owners = memory.take(capacity);
    this.common = memory.take(hasBits ? capacity : 0);
    this.written = bytesOf(memory, capacity);
    this.updates = bytesOf(memory, capacity);
  }

  /** Returns where a word is in the arrays. */
  placeOf(word: number): number {
    return this.places[word >> PAGE_SHIFT] + (word & (PAGE_WORDS - 1));
  }

  /** Returns where a word that is about to be touched is in the arrays, allocating its page if needed. */
  placeToTouch(word: number): number {
    const page = word >> PAGE_SHIFT;
    if (this.places[page] === 0) {
      if (this.used === this.owners.length) this.grow();
      this.places[page] = this.used;
      this.used += PAGE_WORDS;
    }
    return this.placeOf(word);
  }

  /** Records that a word is written. */
  write(word: number, place: number): void {
    this.written[place] = 1;
    this.writtenPages[word >> PAGE_SHIFT] = 1;
  }

  /** Returns whether any word was written in the page of a word. */
  isPageWritten(word: number): boolean {
    return this.writtenPages[word >> PAGE_SHIFT] === 1;
  }

  /** Returns whether a condition holds for every word in those pages that contain written words. */
  everyWord(holds: (word: number) => boolean): boolean {
    for (let first = 0; first < this.wordCount; first += PAGE_WORDS) {
      if (!this.isPageWritten(first)) continue;
      const end = Math.min(first + PAGE_WORDS, this.wordCount);
      for (let word = first; word < end; word++) if (!holds(word)) return false;
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
    this.written = bytesOf(memory, capacity);
    this.written.set(written);
    this.updates = bytesOf(memory, capacity);
    this.updates.set(updates);
  }
}
