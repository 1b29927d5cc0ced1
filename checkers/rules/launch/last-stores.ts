import { isDataShare } from '../../../arch/index.js';
import type { MemoryIssued, MemoryObject } from '../../../transactions/index.js';
import type { Handlers } from '../../evidence/basics/handlers.js';
import { hasLane } from '../../evidence/basics/lanes.js';
import { ObjectMap } from '../../evidence/basics/object-map.js';

/** Stride between consecutive dwords of a lane in an access's data. */
const STRIDE = 64;
const WORD_BYTES = 4;

/** An outstanding store, with the byte address and data index of each word that it writes. */
interface OutstandingStore {
  readonly addresses: readonly number[];
  readonly elements: readonly number[];
  /** Whether the stream does not contain the value that it stores. */
  readonly isUnknown: boolean;
}

/** Tracks what the last access left in each word of some objects. */
export class LastStores {
  private readonly map: ObjectMap;
  private readonly outstanding = new Map<number, OutstandingStore>();
  private readonly lastValues = new Map<number, number | undefined>();

  constructor(private readonly objects: readonly MemoryObject[]) {
    this.map = new ObjectMap(objects);
  }

  readonly on: Handlers = {
    'memory-issued': (t) => {
      if (t.operation === 'load' || isDataShare(t.space)) return;
      const store = this.storeOf(t);
      if (store !== undefined) this.outstanding.set(t.access, store);
    },
    'memory-performed': (t) => {
      const store = this.outstanding.get(t.access);
      if (store === undefined) return;
      const { addresses, elements, isUnknown } = store;
      for (const [i, address] of addresses.entries())
        this.lastValues.set(address, isUnknown ? undefined : t.data[elements[i]!]);
    },
  };

  /** Returns the last value at a word's address, or undefined if it is unknown. */
  at(address: number): number | undefined {
    if (this.lastValues.has(address)) return this.lastValues.get(address);
    const object = this.objects[this.map.indexAt(address)];
    return object && (object.initial[(address - object.address) / WORD_BYTES] ?? 0);
  }

  private storeOf({
    operation,
    bytes,
    addresses,
    lanesLo,
    lanesHi,
  }: MemoryIssued): OutstandingStore | undefined {
    const words: number[] = [];
    const elements: number[] = [];
    let isUnknown = operation === 'atomic';
    for (let element = 0; element < addresses.length; element++) {
      const first = addresses[element]!;
      if (!hasLane(lanesLo, lanesHi, element % STRIDE) || this.map.indexAt(first) < 0) continue;
      if (first % WORD_BYTES !== 0 || bytes % WORD_BYTES !== 0) isUnknown = true;
      const start = first - (first % WORD_BYTES);
      for (let address = start; address < first + bytes; address += WORD_BYTES) {
        words.push(address);
        elements.push(((address - start) / WORD_BYTES) * STRIDE + element);
      }
    }
    return words.length === 0 ? undefined : { addresses: words, elements, isUnknown };
  }
}
