import { isDataShare } from '../../../arch/index.js';
import type { MemoryIssued, MemoryObject } from '../../../transactions/index.js';
import type { Handlers } from '../../evidence/basics/handlers.js';
import { hasLane } from '../../evidence/basics/lanes.js';
import { ObjectMap } from '../../evidence/basics/object-map.js';

/** Number of elements between a lane's consecutive dwords in an access's data. */
const STRIDE = 64;
const WORD_BYTES = 4;

/** An outstanding store. */
interface OutstandingStore {
  /** The byte address of each word that it writes. */
  readonly addresses: readonly number[];
  /** The index of each of these words in the data. */
  readonly elements: readonly number[];
  /** Whether the stream does not show the values stored. */
  readonly isUnknown: boolean;
}

/** Tracks what the last access left in each word of the given objects. */
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
      const store = this.createStore(t);
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

  /** Returns the last value of the word at an address, or undefined if it is unknown. */
  getLastValue(address: number): number | undefined {
    if (this.lastValues.has(address)) return this.lastValues.get(address);
    const object = this.objects[this.map.findIndex(address)];
    return object && (object.initial[(address - object.address) / WORD_BYTES] ?? 0);
  }

  private createStore({
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
      if (!hasLane(lanesLo, lanesHi, element % STRIDE) || this.map.findIndex(first) < 0) continue;
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
