import { isDataShare } from '../../../arch/index.js';
import type { MemoryIssued, MemoryObject } from '../../../transactions/index.js';
import { ObjectMap } from '../../evidence/basics/object-map.js';
import { type Handlers, hasLane } from '../../kit.js';

/** Number of elements between a lane's consecutive dwords in the data of an access. */
const STRIDE = 64;
const WORD_BYTES = 4;

/** An outstanding store. */
interface OutstandingStore {
  /** The byte address of each word that it writes. */
  readonly addresses: readonly number[];
  /** The index of each of these words in the data. */
  readonly elements: readonly number[];
  /** Whether the stored values are unknown because the stream does not show them. */
  readonly isUnknown: boolean;
}

/** Tracks the value that the last access left in each word of the given objects. */
export class LastStores {
  private readonly objectMap: ObjectMap;
  private readonly outstanding = new Map<number, OutstandingStore>();
  private readonly lastValues = new Map<number, number | undefined>();

  constructor(private readonly objects: readonly MemoryObject[]) {
    this.objectMap = new ObjectMap(objects);
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
    const object = this.objects[this.objectMap.findIndex(address)];
    return object && (object.initial[(address - object.address) / WORD_BYTES] ?? 0);
  }

  private createStore({
    operation,
    bytes,
    addresses,
    lanesLo,
    lanesHi,
  }: MemoryIssued): OutstandingStore | undefined {
    const wordAddresses: number[] = [];
    const elements: number[] = [];
    let isUnknown = operation === 'atomic';
    for (let element = 0; element < addresses.length; element++) {
      const firstByte = addresses[element]!;
      if (!hasLane(lanesLo, lanesHi, element % STRIDE) || this.objectMap.findIndex(firstByte) < 0) continue;
      if (firstByte % WORD_BYTES !== 0 || bytes % WORD_BYTES !== 0) isUnknown = true;
      const start = firstByte - (firstByte % WORD_BYTES);
      for (let address = start; address < firstByte + bytes; address += WORD_BYTES) {
        wordAddresses.push(address);
        elements.push(((address - start) / WORD_BYTES) * STRIDE + element);
      }
    }
    return wordAddresses.length === 0 ? undefined : { addresses: wordAddresses, elements, isUnknown };
  }
}
