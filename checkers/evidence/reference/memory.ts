import {
  lookup,
  type MemoryOperation,
  type MemoryRequest,
  SEPARATE_MEMORY,
  type WordSource,
} from '../../../arch/index.js';
import type { MemoryObject } from '../../../transactions/index.js';
import { ObjectMap } from '../basics/object-map.js';

const words = new Int32Array(2);
const floats = new Float32Array(words.buffer);
const qwords = new BigUint64Array(words.buffer);
const doubles = new Float64Array(words.buffer);

/** Whether float `a` is less than float `b`, both given as bit patterns. False if either is NaN. */
function isLess(a: number, b: number): boolean {
  words[0] = a;
  words[1] = b;
  return floats[0] < floats[1];
}

/** Whether two floats, given as bit patterns, are equal. */
function floatsEqual(a: number, b: number): boolean {
  words[0] = a;
  words[1] = b;
  return floats[0] === floats[1];
}

/** Adds two floats, given as bit patterns. A NaN becomes the canonical quiet NaN. */
function addFloats(a: number, b: number): number {
  words[0] = a;
  words[1] = b;
  const sum = floats[0] + floats[1];
  floats[0] = sum;
  return Number.isNaN(sum) ? 0x7fc00000 : words[0];
}

function toDouble(value: bigint): number {
  qwords[0] = value;
  return doubles[0];
}

/** Returns the new value of a word. Only atomics that take two operands use `compare`. */
type Update<Word> = (old: Word, operand: Word, compare: Word) => Word;

/** The atomics on 32-bit words. */
const UPDATES_32 = lookup<Readonly<Record<string, Update<number>>>>({
  swap: (_old, operand) => operand,
  cmpswap: (old, operand, compare) => (old === compare ? operand : old),
  add: (old, operand) => (old + operand) | 0,
  sub: (old, operand) => (old - operand) | 0,
  rsub: (old, operand) => (operand - old) | 0,
  mskor: (old, operand, compare) => ((old | operand) ^ operand) | compare,
  wrap: (old, operand, compare) => (old >>> 0 < operand >>> 0 ? old + compare : old - operand) | 0,
  smin: (old, operand) => Math.min(old, operand),
  smax: (old, operand) => Math.max(old, operand),
  umin: (old, operand) => Math.min(old >>> 0, operand >>> 0) | 0,
  umax: (old, operand) => Math.max(old >>> 0, operand >>> 0) | 0,
  and: (old, operand) => old & operand,
  or: (old, operand) => old | operand,
  xor: (old, operand) => old ^ operand,
  inc: (old, operand) => (old >>> 0 >= operand >>> 0 ? 0 : (old + 1) | 0),
  dec: (old, operand) => (old === 0 || old >>> 0 > operand >>> 0 ? operand : (old - 1) | 0),
  csub: (old, operand) => Math.max(0, (old >>> 0) - (operand >>> 0)) | 0,
  fadd: addFloats,
  fmin: (old, operand) => (isLess(operand, old) ? operand : old),
  fmax: (old, operand) => (isLess(old, operand) ? operand : old),
  fcmpswap: (old, operand, compare) => (floatsEqual(old, compare) ? operand : old),
});

const signed = (value: bigint): bigint => BigInt.asIntN(64, value);

/** The atomics on 64-bit words. All values are unsigned and less than 2^64. */
const UPDATES_64 = lookup<Readonly<Record<string, Update<bigint>>>>({
  swap: (_old, operand) => operand,
  cmpswap: (old, operand, compare) => (old === compare ? operand : old),
  add: (old, operand) => BigInt.asUintN(64, old + operand),
  sub: (old, operand) => BigInt.asUintN(64, old - operand),
  rsub: (old, operand) => BigInt.asUintN(64, operand - old),
  mskor: (old, operand, compare) => ((old | operand) ^ operand) | compare,
  smin: (old, operand) => (signed(old) < signed(operand) ? old : operand),
  smax: (old, operand) => (signed(old) > signed(operand) ? old : operand),
  umin: (old, operand) => (old < operand ? old : operand),
  umax: (old, operand) => (old > operand ? old : operand),
  and: (old, operand) => old & operand,
  or: (old, operand) => old | operand,
  xor: (old, operand) => old ^ operand,
  inc: (old, operand) => (old >= operand ? 0n : old + 1n),
  dec: (old, operand) => (old === 0n || old > operand ? operand : old - 1n),
  fmin: (old, operand) => (toDouble(operand) < toDouble(old) ? operand : old),
  fmax: (old, operand) => (toDouble(operand) > toDouble(old) ? operand : old),
  fcmpswap: (old, operand, compare) => (toDouble(old) === toDouble(compare) ? operand : old),
});

/** Returns the new value of a 32-bit word after an atomic. */
export function atomic32(name: string, old: number, operand: number, compare: number): number {
  const update = UPDATES_32[name];
  if (update === undefined) throw new Error(`the reference does not support atomic ${name}`);
  return update(old, operand, compare);
}

/** Returns the new value of a 64-bit word after an atomic. */
export function atomic64(name: string, old: bigint, operand: bigint, compare: bigint): bigint {
  const update = UPDATES_64[name];
  if (update === undefined) throw new Error(`the reference does not support 64-bit atomic ${name}`);
  return update(old, operand, compare);
}

/** Stride between a lane's consecutive dwords in `MemoryRequest.data`, and between its texels in `addresses`. */
const STRIDE = 64;

const WORD_BYTES = 4;

/**
 * The properties of an operation that each lane uses. Copied once per request so that the objects all have the same
 * shape.
 */
type Effect = Pick<MemoryOperation, 'access' | 'bytes' | 'dwords'> & { readonly atomic: string };

/**
 * The memory of the sequential reference. Every access takes effect immediately, lane by lane. Accesses that are
 * outside all objects, or that fail the range check, read zero and write nothing.
 */
export class ReferenceMemory {
  /** The words of each object, in scenario order. */
  readonly words: readonly Int32Array[];
  private readonly bytes: readonly Uint8Array[];
  private readonly map: ObjectMap;

  constructor(objects: readonly MemoryObject[], memory: WordSource = SEPARATE_MEMORY) {
    this.map = new ObjectMap(objects);
    this.words = objects.map(({ bytes, initial }) => {
      const words = memory.take(Math.max(Math.ceil(bytes / WORD_BYTES), initial.length));
      words.set(initial);
      return words;
    });
    this.bytes = this.words.map((words) => new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
  }

  /** Performs one wave's request. */
  perform(operation: MemoryOperation, request: MemoryRequest): void {
    const { access, bytes, dwords, atomic = '', texelsPerLane = 1 } = operation;
    const effect: Effect = { access, bytes, dwords, atomic };
    for (let texel = 0; texel < texelsPerLane; texel++) {
      const first = texel * STRIDE;
      for (let remaining = request.lanesLo; remaining !== 0; remaining &= remaining - 1)
        this.performLane(effect, request, first + 31 - Math.clz32(remaining & -remaining));
      for (let remaining = request.lanesHi; remaining !== 0; remaining &= remaining - 1)
        this.performLane(effect, request, first + 63 - Math.clz32(remaining & -remaining));
    }
  }

  /** Performs a request for one slot. Each texel has 64 slots, one per lane. */
  private performLane(effect: Effect, request: MemoryRequest, slot: number): void {
    const address = request.addresses[slot];
    const index = this.map.findIndex(address);
    if (index < 0) {
      if (effect.access !== 'store') this.zeroData(effect, request, slot);
      return;
    }
    const offset = address - this.map.starts[index];
    if (effect.access === 'atomic') this.update(effect, request, slot, index, offset);
    else if (effect.bytes < WORD_BYTES || offset % WORD_BYTES !== 0)
      this.moveBytes(effect, request, slot, index, offset);
    else this.moveWords(effect, request, slot, index, offset / WORD_BYTES);
  }

  private zeroData(effect: Effect, { data }: MemoryRequest, slot: number): void {
    for (let d = 0; d < effect.dwords; d++) data[d * STRIDE + slot] = 0;
  }

  private moveWords(effect: Effect, { data }: MemoryRequest, slot: number, index: number, first: number) {
    const words = this.words[index];
    const count = effect.bytes / WORD_BYTES;
    for (let d = 0; d < count; d++) {
      const index = d * STRIDE + slot;
      if (effect.access === 'load') data[index] = first + d < words.length ? words[first + d] : 0;
      else if (first + d < words.length) words[first + d] = data[index];
    }
  }

  private moveBytes(effect: Effect, { data }: MemoryRequest, slot: number, index: number, first: number) {
    const bytes = this.bytes[index];
    for (let b = 0; b < effect.bytes; b++) {
      const index = (b >> 2) * STRIDE + slot;
      const shift = (b & 3) * 8;
      if (effect.access === 'load') {
        if (shift === 0) data[index] = 0;
        if (first + b < bytes.length) data[index] |= bytes[first + b] << shift;
      } else if (first + b < bytes.length) bytes[first + b] = data[index] >>> shift;
    }
  }

  private update(effect: Effect, { data }: MemoryRequest, slot: number, index: number, offset: number): void {
    const words = this.words[index];
    const word = offset / WORD_BYTES;
    const name = effect.atomic;
    const getDataIndex = (d: number): number => d * STRIDE + slot;
    if (effect.bytes === WORD_BYTES) {
      const old = words[word];
      words[word] = atomic32(name, old, data[getDataIndex(0)], data[getDataIndex(1)]);
      data[getDataIndex(0)] = old;
      return;
    }
    const combine = (low: number, high: number): bigint => BigInt(low >>> 0) | (BigInt(high >>> 0) << 32n);
    const old = combine(words[word], words[word + 1]);
    const operand = combine(data[getDataIndex(0)], data[getDataIndex(1)]);
    const value = atomic64(name, old, operand, combine(data[getDataIndex(2)], data[getDataIndex(3)]));
    data[getDataIndex(0)] = words[word];
    data[getDataIndex(1)] = words[word + 1];
    words[word] = Number(BigInt.asIntN(32, value));
    words[word + 1] = Number(BigInt.asIntN(32, value >> 32n));
  }
}
