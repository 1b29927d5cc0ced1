import { OWN_MEMORY, type WordSource } from '../../arch/index.js';
import type { MemoryObject } from '../../transactions/index.js';
import { ObjectMap } from './object-map.js';

const NOBODY = 0;
const MIXED = -1;

/** Touches of one object's words. */
interface Touches {
  /** Key of the only toucher plus one, `NOBODY`, or `MIXED`. */
  readonly owners: Int32Array;
  /** What all touches so far hold in common (`ScreenGrid.heldBits`); empty where every one holds its whole pixel. */
  readonly common: Int32Array;
  readonly written: Uint8Array;
}

/**
 * Who touched each word of the objects that are compared byte for byte. A word is comparable when all invocations that
 * touched it, in the observed run and in the reference, were ordered against one another (they belong to one place and
 * hold a unit of it in common), or when nobody wrote it. Where invocations of one place were not all ordered at some word that
 * was written, what they read of it may be in all else that they wrote: no word of that place is comparable.
 */
export class TouchMap {
  private readonly touches: readonly (Touches | undefined)[];
  private readonly map: ObjectMap;
  /** Objects that are not compared byte for byte, and were written. */
  private readonly writtenWhole: Uint8Array;
  /** Words at which invocations of one place had nothing in common. */
  private readonly split: { readonly touches: Touches; readonly word: number; readonly key: number }[] = [];
  private splitPlaces: ReadonlySet<number> | undefined;
  /** Keys whose invocations may have computed something else. */
  private readonly openKeys = new Set<number>();

  constructor(
    objects: readonly MemoryObject[],
    private readonly hasBits: boolean,
    memory: WordSource = OWN_MEMORY,
  ) {
    this.map = new ObjectMap(objects);
    this.writtenWhole = new Uint8Array(objects.length);
    this.touches = objects.map((object) => {
      if (object.compare.kind !== 'bytes') return undefined;
      const words = Math.ceil(object.bytes / 4);
      return {
        owners: memory.take(words),
        common: memory.take(hasBits ? words : 0),
        written: new Uint8Array(words),
      };
    });
  }

  /**
   * Takes in that an invocation touched `bytes` bytes at `address`. `key` names what orders it (its place), `mask` what
   * it holds there.
   */
  touch(address: number, bytes: number, key: number, mask: number, writes: boolean): void {
    this.splitPlaces = undefined;
    const index = this.map.indexAt(address);
    if (index < 0) return;
    const touches = this.touches[index];
    if (touches === undefined) {
      if (writes) this.writtenWhole[index] = 1;
      return;
    }
    const start = address - this.map.starts[index];
    const last = Math.min((start + bytes - 1) >>> 2, touches.owners.length - 1);
    for (let word = start >>> 2; word <= last; word++) this.touchWord(touches, word, key, mask, writes);
  }

  /** Whether a word of an object has one right final value. */
  isComparable(object: number, word: number): boolean {
    const touches = this.touches[object];
    if (touches === undefined || touches.written[word] === 0) return true;
    const owner = touches.owners[word];
    return owner !== MIXED && !this.splitPlacesOf().has(owner - 1) && !this.openKeys.has(owner - 1);
  }

  /** What invocations with this key wrote is no longer comparable, since what they read was not ordered. */
  leaveOpen(key: number): void {
    this.openKeys.add(key);
  }

  /** Whether every word that somebody wrote has one right final value. */
  get isAllOrdered(): boolean {
    return (
      this.writtenWhole.every((isWritten) => isWritten === 0) &&
      this.touches.every(
        (touches, object) => touches?.written.every((_, word) => this.isComparable(object, word)) !== false,
      )
    );
  }

  /**
   * Whether what somebody with this key reads there depends on writers that it was not ordered with. Of objects that are not
   * compared byte for byte nobody knows who wrote what.
   */
  isUnordered(address: number, bytes: number, key: number): boolean {
    const index = this.map.indexAt(address);
    if (index < 0) return false;
    const touches = this.touches[index];
    if (touches === undefined) return this.writtenWhole[index] !== 0;
    const start = address - this.map.starts[index];
    const last = Math.min((start + bytes - 1) >>> 2, touches.owners.length - 1);
    for (let word = start >>> 2; word <= last; word++) {
      const isOwn = touches.owners[word] === key + 1 && this.isComparable(index, word);
      if (touches.written[word] !== 0 && !isOwn) return true;
    }
    return false;
  }

  private splitPlacesOf(): ReadonlySet<number> {
    this.splitPlaces ??= new Set(
      this.split.filter(({ touches, word }) => touches.written[word] !== 0).map(({ key }) => key),
    );
    return this.splitPlaces;
  }

  /** Key of the only toucher of a word, or undefined. */
  ownerOf(object: number, word: number): number | undefined {
    const owner = this.touches[object]?.owners[word] ?? NOBODY;
    return owner > NOBODY ? owner - 1 : undefined;
  }

  private touchWord(touches: Touches, word: number, key: number, mask: number, writes: boolean): void {
    if (writes) touches.written[word] = 1;
    const owner = touches.owners[word];
    if (owner === NOBODY) {
      touches.owners[word] = key + 1;
      if (this.hasBits) touches.common[word] = mask;
    } else if (owner !== key + 1) {
      touches.owners[word] = MIXED;
    } else if (this.hasBits) {
      touches.common[word] &= mask;
      if (touches.common[word] !== 0) return;
      touches.owners[word] = MIXED;
      this.split.push({ touches, word, key });
    }
  }
}
