import type { WordSource } from '../../../arch/index.js';
import type { MemoryObject, Scenario } from '../../../transactions/index.js';
import { ObjectMap } from '../basics/object-map.js';
import { numbersOf } from '../basics/run-numbers.js';
import type { Binding } from './coherence.js';

const WORD_BYTES = 4;
const NO_WAVE = -1;

/**
 * Whether a word's contents are known (`NO`) or, if not, why: an atomic changed it last (`ATOMIC`), or after an atomic a store
 * did, but only a part of it or above L2 (`STORED`).
 */
export const UNKNOWN = { NO: 0, ATOMIC: 1, STORED: 2 } as const;

/** Words per page of an object. */
const PAGE_SHIFT = 8;
const PAGE_WORDS = 1 << PAGE_SHIFT;

/** State of the words of one page of an ordered object. */
class PageImage {
  /** Values in L2, and as left by the last store anywhere. */
  readonly l2: Int32Array;
  readonly newest: Int32Array;
  /** Whether both are known, or why not: one of `UNKNOWN`. */
  readonly unknown: Int32Array;
  /** Order of the wave that last stored, or changed the word by an atomic; `NO_WAVE` if none. */
  readonly writer: Int32Array;
  /**
   * Order of the wave that last read coherently through the vector caches, and through the scalar one:
   * neither refreshes the other.
   */
  readonly coherentReader: Int32Array;
  readonly coherentScalarReader: Int32Array;
  /** Bits of the word that `writer` has changed since another wave last did. */
  readonly writerBits: Int32Array;
  readonly bindings = new Array<Binding | undefined>(PAGE_WORDS).fill(undefined);
  readonly writtenCycle: Float64Array;
  /** Cycle of the last store or atomic that reached L2; -1 if none. */
  readonly reachedCycle: Float64Array;

  constructor({ initial }: MemoryObject, first: number, memory: WordSource) {
    this.l2 = memory.take(PAGE_WORDS);
    this.l2.set(initial.slice(first, first + PAGE_WORDS));
    this.newest = memory.take(PAGE_WORDS);
    this.newest.set(this.l2);
    this.unknown = memory.take(PAGE_WORDS);
    this.writer = memory.take(PAGE_WORDS).fill(NO_WAVE);
    this.coherentReader = memory.take(PAGE_WORDS).fill(NO_WAVE);
    this.coherentScalarReader = memory.take(PAGE_WORDS).fill(NO_WAVE);
    this.writerBits = memory.take(PAGE_WORDS);
    this.writtenCycle = numbersOf(memory, PAGE_WORDS);
    this.reachedCycle = numbersOf(memory, PAGE_WORDS).fill(-1);
  }
}

/** A word of ordered memory. */
export interface Word {
  readonly image: PageImage;
  readonly object: MemoryObject;
  /** Its index in the page. */
  readonly index: number;
  /** Whether the scenario declares accesses to it coherent. */
  readonly coherent: boolean;
}

/** Ordered memory as shown by the transactions, word by word. */
export class MemoryImage {
  private readonly objects: readonly MemoryObject[];
  /** Pages of each object, created on first use: a run touches few. */
  private readonly pages: (PageImage | undefined)[][];
  private readonly coherent: readonly boolean[];
  private readonly map: ObjectMap;
  private readonly reusedWord: { -readonly [K in keyof Word]?: Word[K] } = {};

  constructor(
    { memory, ordered }: Pick<Scenario, 'memory' | 'ordered'>,
    private readonly source: WordSource,
  ) {
    this.objects = memory.filter(({ name }) => ordered.some(({ object }) => object === name));
    this.pages = this.objects.map(() => []);
    this.coherent = this.objects.map(({ name }) =>
      ordered.some((row) => row.object === name && row.coherent === true),
    );
    this.map = new ObjectMap(this.objects);
  }

  /** The word at an address, or undefined outside ordered memory; the same object every time, so copy it to keep it. */
  wordAt(address: number): Word | undefined {
    const at = this.map.indexAt(address);
    if (at < 0) return undefined;
    const object = this.objects[at];
    const word = Math.floor((address - object.address) / WORD_BYTES);
    const { reusedWord } = this;
    reusedWord.image = this.pages[at][word >> PAGE_SHIFT] ?? this.newPage(at, word >> PAGE_SHIFT);
    reusedWord.object = object;
    reusedWord.index = word % PAGE_WORDS;
    reusedWord.coherent = this.coherent[at];
    return reusedWord as Word;
  }

  private newPage(at: number, page: number): PageImage {
    const image = new PageImage(this.objects[at], page << PAGE_SHIFT, this.source);
    this.pages[at][page] = image;
    return image;
  }
}
