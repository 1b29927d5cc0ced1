import type { MemoryObject, Scenario } from '../../transactions/index.js';
import { ObjectMap } from '../basics/object-map.js';
import type { Binding } from './coherence.js';

const WORD_BYTES = 4;
const NO_WAVE = -1;

/** What is known of the words of one ordered object. */
class ObjectImage {
  /** Values as L2 has them, and as the last store anywhere left them. */
  readonly l2: Int32Array;
  readonly newest: Int32Array;
  /** 1 where both are known. */
  readonly known: Uint8Array;
  /** Order of the wave that stored last; `NO_WAVE` for none. */
  readonly writer: Int32Array;
  /** Order of the wave that last read coherently through the vector caches, and through the scalar one: neither freshens the other. */
  readonly coherentReader: Int32Array;
  readonly coherentScalarReader: Int32Array;
  /** Bits of the word that `writer` stored since anybody else did. */
  readonly writerBits: Int32Array;
  readonly bindings: (Binding | undefined)[];
  readonly writtenCycle: Float64Array;
  /** Cycle of the last store that reached L2; -1 for none. */
  readonly reachedCycle: Float64Array;

  constructor({ bytes, initial }: MemoryObject) {
    const words = Math.ceil(bytes / WORD_BYTES);
    this.l2 = new Int32Array(words);
    this.l2.set(initial.slice(0, words));
    this.newest = this.l2.slice();
    this.known = new Uint8Array(words).fill(1);
    this.writer = new Int32Array(words).fill(NO_WAVE);
    this.coherentReader = new Int32Array(words).fill(NO_WAVE);
    this.coherentScalarReader = new Int32Array(words).fill(NO_WAVE);
    this.writerBits = new Int32Array(words);
    this.bindings = new Array<Binding | undefined>(words).fill(undefined);
    this.writtenCycle = new Float64Array(words);
    this.reachedCycle = new Float64Array(words).fill(-1);
  }
}

/** A word of ordered memory. */
export interface Word {
  readonly image: ObjectImage;
  readonly object: MemoryObject;
  readonly index: number;
  /** The scenario says that accesses to it are declared coherent. */
  readonly coherent: boolean;
}

/** Ordered memory as the transactions show it, word by word. */
export class MemoryImage {
  private readonly objects: readonly MemoryObject[];
  /** Made when somebody looks. */
  private readonly images: (ObjectImage | undefined)[];
  private readonly coherent: readonly boolean[];
  private readonly map: ObjectMap;

  constructor({ memory, ordered }: Pick<Scenario, 'memory' | 'ordered'>) {
    this.objects = memory.filter(({ name }) => ordered.some(({ object }) => object === name));
    this.images = this.objects.map(() => undefined);
    this.coherent = this.objects.map(({ name }) =>
      ordered.some((row) => row.object === name && row.coherent === true),
    );
    this.map = new ObjectMap(this.objects);
  }

  /** The word at an address, or undefined outside ordered memory. */
  wordAt(address: number): Word | undefined {
    const at = this.map.indexAt(address);
    if (at < 0) return undefined;
    const object = this.objects[at];
    const index = Math.floor((address - object.address) / WORD_BYTES);
    const image = this.images[at] ?? new ObjectImage(object);
    this.images[at] = image;
    return { image, object, index, coherent: this.coherent[at] };
  }
}
