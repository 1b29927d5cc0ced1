import type { WordSource } from '../../../arch/index.js';
import type { MemoryObject, Scenario } from '../../../transactions/index.js';
import { ObjectMap } from '../basics/object-map.js';
import { allocateFloats } from '../basics/run-arrays.js';
import type { Binding } from './coherence.js';

const WORD_BYTES = 4;
const NO_WAVE = -1;

/**
 * Why a word's contents are unknown. `ATOMIC`: an atomic changed it. `STORED`: after that, there was a partial store,
 * or a store that has not reached L2.
 */
export const UNKNOWN = { NONE: 0, ATOMIC: 1, STORED: 2 } as const;

/** Base-2 logarithm of the number of words in a page. */
const PAGE_SHIFT = 8;
const PAGE_WORDS = 1 << PAGE_SHIFT;

/** The state of a page of words in an ordered object. */
class PageImage {
  /** The values in L2. */
  readonly l2: Int32Array;
  /** The most recently stored values, at any level. */
  readonly newest: Int32Array;
  /** The reason (`UNKNOWN`) why both values are unknown, or `NONE`. */
  readonly unknown: Int32Array;
  /** Sequence number of the wave that last changed the word with a store or an atomic, or `NO_WAVE`. */
  readonly writer: Int32Array;
  /**
   * Sequence number of the wave that last read the word coherently through the vector caches. The scalar cache is
   * tracked separately, since neither updates the other.
   */
  readonly coherentReader: Int32Array;
  /** Sequence number of the wave that last read the word coherently through the scalar cache. */
  readonly coherentScalarReader: Int32Array;
  /** The bits that `writer` has changed since the last change by any other wave. */
  readonly writerBits: Int32Array;
  readonly bindings = new Array<Binding | undefined>(PAGE_WORDS).fill(undefined);
  readonly writtenCycle: Float64Array;
  /** When the last store or atomic reached L2, or -1 if none has. */
  readonly reachedL2Cycle: Float64Array;

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
    this.writtenCycle = allocateFloats(memory, PAGE_WORDS);
    this.reachedL2Cycle = allocateFloats(memory, PAGE_WORDS).fill(-1);
  }
}

/** A word of ordered memory. */
export interface Word {
  readonly image: PageImage;
  readonly object: MemoryObject;
  /** The word's index in the page. */
  readonly index: number;
  /** Whether the scenario declares the word's memory coherent. */
  readonly coherent: boolean;
}

/** The contents of ordered memory as implied by the transactions, word by word. */
export class MemoryImage {
  private readonly objects: readonly MemoryObject[];
  /** The pages of each object. They are created on first use, since a run only touches a few. */
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

  /**
   * Returns the word at an address, or undefined if it is not in ordered memory. The next call reuses the
   * returned object, so copy it to keep it.
   */
  findWord(address: number): Word | undefined {
    const objectIndex = this.map.findIndex(address);
    if (objectIndex < 0) return undefined;
    const object = this.objects[objectIndex];
    const word = Math.floor((address - object.address) / WORD_BYTES);
    const { reusedWord } = this;
    reusedWord.image =
      this.pages[objectIndex][word >> PAGE_SHIFT] ?? this.createPage(objectIndex, word >> PAGE_SHIFT);
    reusedWord.object = object;
    reusedWord.index = word % PAGE_WORDS;
    reusedWord.coherent = this.coherent[objectIndex];
    return reusedWord as Word;
  }

  private createPage(objectIndex: number, page: number): PageImage {
    const image = new PageImage(this.objects[objectIndex], page << PAGE_SHIFT, this.source);
    this.pages[objectIndex][page] = image;
    return image;
  }
}
