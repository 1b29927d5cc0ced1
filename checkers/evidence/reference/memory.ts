import type { MemoryOperation, MemoryRequest, WordSource } from '../../../arch/index.js';
import { SEPARATE_MEMORY } from '../../../arch/index.js';
import type { MemoryObject } from '../../../transactions/index.js';
import { ObjectMap } from '../basics/object-map.js';
import { atomic32, atomic64 } from './atomic.js';

/** Stride between a lane's consecutive dwords in `MemoryRequest.data`, and between its texels in `addresses`. */
const STRIDE = 64;

const WORD_BYTES = 4;

/**
 * The properties of an operation that each lane uses. Copied once per request so that the objects all have the same
 * shape.
 */
type Effect = Required<Pick<MemoryOperation, 'access' | 'bytes' | 'dwords' | 'atomic'>>;

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
