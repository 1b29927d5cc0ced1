import { SEPARATE_MEMORY, type WordSource } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';
import type { AccessRecord } from './access-record.js';
import { LINE_BYTES, LINE_WORDS, WAYS } from './spec.js';

const MASK_WORDS = LINE_BYTES / 32;

/** The cache that contains a line, as named in transactions. */
export type CacheLevel = 'L0' | 'GL1' | 'scalar';

/**
 * The lines of one set-associative cache, with their data. A line's key is its number in the window. The caller decides
 * which lines are inserted and evicted.
 */
export class LineCache {
  readonly words: Int32Array;
  readonly bytes: Uint8Array;
  /** The stores that wrote the dirty bytes in each slot's line. */
  readonly writers: (AccessRecord[] | undefined)[];
  /** A bit for each dirty byte, in `MASK_WORDS` words per slot. */
  private readonly masks: Int32Array;
  private readonly slots: Int32Array;
  private readonly keys: Int32Array;

  constructor(
    readonly level: CacheLevel,
    /** Index of this cache among those at the same level. */
    readonly index: number,
    private readonly sets: number,
    keys: number,
    private readonly chooseWay: (ways: number) => number,
    memory: WordSource = SEPARATE_MEMORY,
  ) {
    const capacity = sets * WAYS;
    this.words = memory.take(capacity * LINE_WORDS);
    this.bytes = new Uint8Array(this.words.buffer, this.words.byteOffset, this.words.byteLength);
    this.writers = new Array<AccessRecord[] | undefined>(capacity).fill(undefined);
    this.masks = memory.take(capacity * MASK_WORDS);
    this.slots = memory.take(keys).fill(-1);
    this.keys = memory.take(capacity).fill(-1);
  }

  /** Returns the slot of a line, or -1 if the line is absent. */
  find(key: number): number {
    assert(key >= 0 && key < this.slots.length, 'the key is valid for this cache');
    return this.slots[key];
  }

  /** Returns the key of the line in a slot, or -1 if the slot is empty. */
  getKey(slot: number): number {
    return this.keys[slot];
  }

  /**
   * Finds a slot for a new line: an empty slot in its set, otherwise a victim slot, whose line must be evicted first.
   */
  chooseSlot(key: number): number {
    const first = (key % this.sets) * WAYS;
    for (let way = 0; way < WAYS; way++) {
      if (this.keys[first + way] < 0) return first + way;
    }
    assert(first + WAYS <= this.keys.length, 'the set is inside the cache');
    return first + this.chooseWay(WAYS);
  }

  /** Copies the data of a line, which starts at word `from` of `source`, into an empty slot. */
  insert(slot: number, key: number, source: Int32Array, from: number): void {
    assert(this.keys[slot] < 0, 'the slot is empty');
    assert(this.slots[key] < 0, 'a line occupies at most one slot');
    assert(from % LINE_WORDS === 0, 'a line is filled from a complete line');
    this.keys[slot] = key;
    this.slots[key] = slot;
    this.words.set(source.subarray(from, from + LINE_WORDS), slot * LINE_WORDS);
  }

  /** Empties a slot that has no dirty bytes. */
  remove(slot: number): void {
    assert(this.keys[slot] >= 0, 'the slot holds a line');
    assert(this.slots[this.keys[slot]] === slot, 'the line is found by its key');
    assert(this.isClean(slot), 'an evicted line has no dirty bytes');
    this.slots[this.keys[slot]] = -1;
    this.keys[slot] = -1;
  }

  private isClean(slot: number): boolean {
    for (let word = 0; word < MASK_WORDS; word++)
      if (this.masks[slot * MASK_WORDS + word] !== 0) return false;
    return true;
  }

  /** Calls `visit` for each occupied slot. `visit` may empty that slot. */
  forEachLine(visit: (slot: number) => void): void {
    for (let slot = 0; slot < this.keys.length; slot++) if (this.keys[slot] >= 0) visit(slot);
  }

  /** Writes one byte of a line and marks it as dirty. */
  writeByte(slot: number, offset: number, value: number): void {
    this.bytes[slot * LINE_BYTES + offset] = value;
    this.masks[slot * MASK_WORDS + (offset >> 5)] |= 1 << (offset & 31);
  }

  /** Copies only the dirty bytes of a line to the line that starts at `target[to]`. */
  writeBack(slot: number, target: Uint8Array, to: number): void {
    assert(this.keys[slot] >= 0, 'a line being written back is present');
    for (let word = 0; word < MASK_WORDS; word++) {
      for (let bits = this.masks[slot * MASK_WORDS + word]; bits !== 0; bits &= bits - 1) {
        const offset = word * 32 + 31 - Math.clz32(bits & -bits);
        target[to + offset] = this.bytes[slot * LINE_BYTES + offset];
      }
      this.masks[slot * MASK_WORDS + word] = 0;
    }
  }
}
