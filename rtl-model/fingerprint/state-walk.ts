import { RecordPool } from '../kernel/record-pool.js';
import { Wave } from '../wave.js';
import { describeObject, listWalkedFields } from './exceptions.js';
import { StateHash } from './state-hash.js';

/** The kinds of values. The kind is hashed first, so values of different kinds have different hashes. */
const KIND = {
  UNDEFINED: 1,
  NULL: 2,
  FALSE: 3,
  TRUE: 4,
  LIST: 5,
  SET: 6,
  MAP: 7,
  OBJECT: 8,
  WAVE: 9,
  SEEN: 10,
  CONSTANT: 11,
  POOL: 12,
};

const PAST = -1;

/** Whether a field of a given name holds cycles, by the names seen so far. */
const TIME_NAMES = new Map<string, boolean>();

/** Whether a field holds a cycle, or cycles, according to its name. */
export function isTime(name: string): boolean {
  let known = TIME_NAMES.get(name);
  if (known === undefined) {
    known = /(?:Cycle|At|Until)$/.test(name);
    TIME_NAMES.set(name, known);
  }
  return known;
}

/**
 * Walks over the fields of a device's units and adds them to a hash. Every own property of every object is included
 * unless its class is one of the few exceptions (`exceptions.ts`), so a new field automatically becomes part of the
 * fingerprint. What a value is decides how it is added:
 *
 * - a wave as its key, because its contents are added once, with the wave records;
 * - a constant (a plan or an instruction) as its index;
 * - a unit or other object that has been reached before as its number;
 * - a pool as its records in use, regardless of which record holds what;
 * - a cycle (a field whose name ends in `Cycle`, `At` or `Until`) as its distance into the future.
 *
 * Functions are treated as code, so state in closures is missed. No unit keeps state in a closure, and searches with
 * faults that keep state in closures are never reported as complete (`failures/explore/scope.ts`).
 */
export class StateWalk {
  private readonly seen = new Map<object, number>();
  /** The bytes of each buffer that have been added, by where they start. */
  private readonly views = new Map<ArrayBufferLike, Map<number, number>>();

  constructor(
    readonly hash: StateHash,
    /** The current cycle. */
    private readonly now: number,
    /** The objects that never change. */
    private readonly constants: ReadonlySet<object>,
  ) {}

  /** Adds a value. */
  addValue(value: unknown): void {
    switch (typeof value) {
      case 'number':
        this.hash.addNumber(value);
        break;
      case 'boolean':
        this.hash.addWord(value ? KIND.TRUE : KIND.FALSE);
        break;
      case 'string':
        this.hash.addText(value);
        break;
      case 'undefined':
        this.hash.addWord(KIND.UNDEFINED);
        break;
      case 'object':
        if (value === null) this.hash.addWord(KIND.NULL);
        else this.addObject(value);
        break;
      case 'function':
        break;
      default:
        throw new Error(`cannot include a value of type ${typeof value} in a fingerprint`);
    }
  }

  /** Adds a wave by its key. Its contents are added once, with the wave records. */
  addWave(wave: Wave): void {
    this.hash.addWord(KIND.WAVE);
    this.hash.addWord(wave.packer);
    this.hash.addWord(wave.sequence);
  }

  /** Adds values regardless of their order. */
  addUnordered(count: number, write: (index: number, walk: StateWalk) => void): void {
    let [sum, secondSum] = [0, 0];
    for (let index = 0; index < count; index++) {
      const walk = new StateWalk(new StateHash(), this.now, this.constants);
      write(index, walk);
      const [first, second] = walk.hash.lanes;
      sum = (sum + first) | 0;
      secondSum = (secondSum + second) | 0;
    }
    this.hash.addWord(count);
    this.hash.addWord(sum);
    this.hash.addWord(secondSum);
  }

  /** Adds the fields of an object, as far as they are state. */
  addFields(object: object): void {
    const fields = object as Readonly<Record<string, unknown>>;
    for (const name of listWalkedFields(object)) {
      if (isTime(name)) this.addTimes(fields[name]);
      else this.addValue(fields[name]);
    }
    const description = describeObject(object);
    if (description !== undefined) this.addValue(description);
  }

  /** Adds a cycle, or the cycles in a list, as the number of cycles from now. All past cycles are treated as equal. */
  private addTimes(cycles: unknown): void {
    if (typeof cycles === 'number') this.hash.addNumber(Math.max(cycles - this.now, PAST));
    else if (Array.isArray(cycles) || cycles instanceof Float64Array) {
      this.hash.addWord(cycles.length);
      for (let index = 0; index < cycles.length; index++) this.addTimes(cycles[index]);
    } else this.addValue(cycles);
  }

  private addObject(value: object): void {
    if (value instanceof Wave) {
      this.addWave(value);
      return;
    }
    if (ArrayBuffer.isView(value)) {
      this.addView(value);
      return;
    }
    if (this.constants.has(value)) {
      this.hash.addWord(KIND.CONSTANT);
      this.hash.addWord((value as { readonly index?: number }).index ?? 0);
      return;
    }
    const seen = this.seen.get(value);
    if (seen !== undefined) {
      this.hash.addWord(KIND.SEEN);
      this.hash.addWord(seen);
      return;
    }
    this.seen.set(value, this.seen.size);
    if (Array.isArray(value)) this.addList(value);
    else if (value instanceof Set) this.addSet(value);
    else if (value instanceof Map) this.addMap(value);
    else if (value instanceof RecordPool) this.addPool(value);
    else {
      this.hash.addWord(KIND.OBJECT);
      this.addFields(value);
    }
  }

  /** Adds the elements of an array, unless they have been added as part of another view of the same memory. */
  private addView(value: ArrayBufferView): void {
    this.hash.addWord(value.byteLength);
    const views = this.views.get(value.buffer) ?? new Map<number, number>();
    if ((views.get(value.byteOffset) ?? 0) >= value.byteLength) return;
    this.views.set(value.buffer, views.set(value.byteOffset, value.byteLength));
    const isAligned = ((value.byteOffset | value.byteLength) & 3) === 0;
    this.hash.addWords(isAligned ? viewWords(value) : viewBytes(value));
  }

  private addList(values: readonly unknown[]): void {
    this.hash.addWord(KIND.LIST);
    this.hash.addWord(values.length);
    for (const value of values) this.addValue(value);
  }

  private addSet(values: ReadonlySet<unknown>): void {
    this.hash.addWord(KIND.SET);
    const entries = [...values];
    this.addUnordered(entries.length, (index, walk) => walk.addValue(entries[index]));
  }

  private addMap(values: ReadonlyMap<unknown, unknown>): void {
    this.hash.addWord(KIND.MAP);
    const entries = [...values];
    this.addUnordered(entries.length, (index, walk) => {
      walk.addValue(entries[index]![0]);
      walk.addValue(entries[index]![1]);
    });
  }

  private addPool({ used }: RecordPool<{ readonly index: number }>): void {
    this.hash.addWord(KIND.POOL);
    this.addUnordered(used.length, (index, walk) => walk.addFields(used[index]!));
  }
}

function viewWords({ buffer, byteOffset, byteLength }: ArrayBufferView): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength >> 2);
}

function viewBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
