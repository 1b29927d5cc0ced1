import { lookup, SEPARATE_MEMORY, type WordSource } from '../../../arch/index.js';
import type { MemoryObject } from '../../../transactions/index.js';
import { ObjectMap } from '../basics/object-map.js';
import { TouchPages } from './touch-pages.js';

const UNTOUCHED = 0;
const MIXED = -1;

/**
 * How an access changes its word: either one of these constants, or a positive number for a kind of atomic
 * (`getUpdate`). Accesses by atomics of the same kind commute.
 */
export const UPDATE = {
  /** The word has not been accessed. */
  none: 0,
  /** A load, a store, or accesses of different kinds. */
  other: 255,
  /** An atomic of unknown kind, which is inferred from other accesses to the word. */
  atomic: 254,
} as const;

/** The kind of each atomic. Atomics of the same kind commute, regardless of their operands. */
const ATOMIC_KINDS: Readonly<Record<string, number>> = lookup({
  add: 1,
  sub: 1,
  and: 2,
  or: 3,
  xor: 4,
  smin: 5,
  smax: 6,
  umin: 7,
  umax: 8,
});

/** Added to the kinds of 64-bit atomics, to keep them separate. */
const WIDE_OFFSET = 16;

/** Returns the update kind of an atomic with the given name and width. */
export function getUpdate(name: string | undefined, bytes: number): number {
  const kind = name === undefined ? undefined : ATOMIC_KINDS[name];
  if (kind === undefined) return UPDATE.other;
  return bytes === 8 ? kind + WIDE_OFFSET : kind;
}

/**
 * Records accesses to the words of objects that are compared byte by byte. A word is comparable in three cases:
 * - all invocations that accessed it, in the observed run and in the reference, were ordered with each other (same
 *   location, with a shared unit);
 * - all accesses to it were commuting atomics;
 * - it was never written.
 *
 * If invocations at a location accessed any written word without a fixed order, their other writes may depend on that
 * word, so none of the location's words are comparable.
 */
export class TouchMap {
  private readonly pages: readonly (TouchPages | undefined)[];
  private readonly map: ObjectMap;
  /** 1 for each object that was written but is not compared byte by byte. */
  private readonly ignoredWrites: Uint8Array;
  /** Words accessed by invocations at the same location that shared no unit. */
  private readonly unordered: { readonly pages: TouchPages; readonly word: number; readonly key: number }[] =
    [];
  private unorderedLocations: ReadonlySet<number> | undefined;
  /** Keys of invocations with undefined results. */
  private readonly undefinedKeys = new Set<number>();
  private readonly unorderedObjects = new Set<number>();

  constructor(
    objects: readonly MemoryObject[],
    private readonly hasBits: boolean,
    memory: WordSource = SEPARATE_MEMORY,
  ) {
    this.map = new ObjectMap(objects);
    this.ignoredWrites = new Uint8Array(objects.length);
    this.pages = objects.map(({ compare, bytes }) =>
      compare.kind === 'bytes' ? new TouchPages(Math.ceil(bytes / 4), hasBits, memory) : undefined,
    );
  }

  /**
   * Records that an invocation accessed `bytes` bytes at `address`. `key` identifies the location that orders the
   * invocation, `mask` contains the units that it holds there, and `update` says how it changes the words.
   */
  touch(
    address: number,
    bytes: number,
    key: number,
    mask: number,
    writes: boolean,
    update: number = UPDATE.other,
  ): void {
    this.unorderedLocations = undefined;
    const object = this.map.findIndex(address);
    if (object < 0) return;
    const pages = this.pages[object];
    if (pages === undefined) {
      if (writes) this.ignoredWrites[object] = 1;
      return;
    }
    const start = address - this.map.starts[object];
    const last = Math.min((start + bytes - 1) >>> 2, pages.wordCount - 1);
    for (let word = start >>> 2; word <= last; word++) {
      const index = pages.allocateIndex(word);
      if (writes) pages.recordWrite(word, index);
      this.addOwner(pages, word, index, key, mask);
      pages.updates[index] = combineUpdates(pages.updates[index], update);
    }
  }

  /** Whether a word has a unique correct final value. */
  isComparable(object: number, word: number): boolean {
    if (this.unorderedObjects.has(object)) return false;
    return this.isOrdered(object, word) || this.isCommuting(object, word);
  }

  /** Whether a word has been written. */
  isWritten(object: number, word: number): boolean {
    const pages = this.pages[object];
    return pages !== undefined && pages.written[pages.getIndex(word)] === 1;
  }

  /** Whether any word has been written in the page that starts at `word`. */
  isPageWritten(object: number, word: number): boolean {
    return this.pages[object]?.isPageWritten(word) === true;
  }

  /** Whether all accesses to a word were commuting atomics and no operand was undefined. */
  private isCommuting(object: number, word: number): boolean {
    const pages = this.pages[object];
    const update = pages === undefined ? UPDATE.other : pages.updates[pages.getIndex(word)];
    return update < UPDATE.atomic && this.undefinedKeys.size === 0 && this.getUnordered().size === 0;
  }

  /** Whether a word was never written, or all accesses to it were ordered. */
  private isOrdered(object: number, word: number): boolean {
    const pages = this.pages[object];
    if (pages === undefined) return true;
    const index = pages.getIndex(word);
    if (pages.written[index] === 0) return true;
    const owner = pages.owners[index];
    return owner !== MIXED && !this.getUnordered().has(owner - 1) && !this.undefinedKeys.has(owner - 1);
  }

  /**
   * Marks all accesses to an object as unordered. Its final contents cannot be compared, and neither can results
   * that depend on reads of it.
   */
  markObjectUnordered(object: number): void {
    this.unorderedObjects.add(object);
  }

  /** Marks all accesses to the word at an address as unordered with each other. */
  markWordUnordered(address: number): void {
    const object = this.map.findIndex(address);
    const pages = this.pages[object];
    if (pages !== undefined)
      pages.owners[pages.allocateIndex((address - this.map.starts[object]) >>> 2)] = MIXED;
  }

  /** Marks everything that a key's invocations wrote as undefined, because it may depend on unordered reads. */
  markUndefined(key: number): void {
    this.undefinedKeys.add(key);
  }

  /** Whether all accesses to written words were ordered, and all written objects are compared byte by byte. */
  get isFullyOrdered(): boolean {
    return (
      this.ignoredWrites.every((isWritten) => isWritten === 0) &&
      this.pages.every(
        (objectPages, object) => objectPages?.everyWord((word) => this.isOrdered(object, word)) !== false,
      )
    );
  }

  /**
   * Whether a read of the given bytes with the given key depends on writes that it is not ordered with. If an object is
   * not compared byte by byte, any write to it counts.
   */
  isUnordered(address: number, bytes: number, key: number): boolean {
    const object = this.map.findIndex(address);
    if (object < 0) return false;
    const pages = this.pages[object];
    if (pages === undefined) return this.ignoredWrites[object] !== 0;
    const start = address - this.map.starts[object];
    const last = Math.min((start + bytes - 1) >>> 2, pages.wordCount - 1);
    for (let word = start >>> 2; word <= last; word++) {
      const index = pages.getIndex(word);
      if (pages.written[index] === 0) continue;
      const isOrdered = !this.unorderedObjects.has(object) && this.isOrdered(object, word);
      if (pages.owners[index] !== key + 1 || !isOrdered) return true;
    }
    return false;
  }

  private getUnordered(): ReadonlySet<number> {
    this.unorderedLocations ??= new Set(
      this.unordered
        .filter(({ pages, word }) => pages.written[pages.getIndex(word)] !== 0)
        .map(({ key }) => key),
    );
    return this.unorderedLocations;
  }

  /** Returns the key shared by all accesses to a word, or undefined if there are none or they are unordered. */
  getOwner(object: number, word: number): number | undefined {
    const pages = this.pages[object];
    const owner = pages === undefined ? UNTOUCHED : pages.owners[pages.getIndex(word)];
    return owner > UNTOUCHED ? owner - 1 : undefined;
  }

  private addOwner(pages: TouchPages, word: number, index: number, key: number, mask: number): void {
    const owner = pages.owners[index];
    if (owner === UNTOUCHED) {
      pages.owners[index] = key + 1;
      if (this.hasBits) pages.common[index] = mask;
    } else if (owner !== key + 1) {
      pages.owners[index] = MIXED;
    } else if (this.hasBits) {
      pages.common[index] &= mask;
      if (pages.common[index] !== 0) return;
      pages.owners[index] = MIXED;
      this.unordered.push({ pages, word, key });
    }
  }
}

/** Combines the update kind of a word's accesses so far with that of another access. */
function combineUpdates(current: number, update: number): number {
  if (current === UPDATE.none || current === update || current === UPDATE.atomic) return update;
  return update === UPDATE.atomic ? current : UPDATE.other;
}
