import { greatestOf } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import type { Corpus, CorpusRecord } from '../corpus.js';
import { objectBytes } from '../driver/memory.js';
import { resourcesOf, texelBytesOf } from '../driver/resources.js';
import { parseWord } from '../driver/words.js';
import { sceneObjects } from '../scene-file.js';
import { type PathValues, pathValues, pickValue } from './path-values.js';
import { inputKey } from './value-origins.js';

/** Contents of a scene's memory and attributes, chosen to make programs take other paths. */
export interface Contents {
  /** Constants: a pattern that distinguishes places, or values that the program compares with. */
  readonly constants: 'pattern' | 'floats' | 'integers';
  /** Interpolated inputs exceed 0 to 1, and some are the same at all vertices. */
  readonly wide: boolean;
  /** Whether storage holds such values instead of zeros. */
  readonly storage: boolean;
}

/** Cycled by scene; the first is the historical default. */
const CONTENTS: readonly Contents[] = [
  { constants: 'pattern', wide: false, storage: false },
  { constants: 'integers', wide: true, storage: false },
  { constants: 'floats', wide: true, storage: false },
  { constants: 'integers', wide: true, storage: true },
];

/** Maximum number of words of storage to fill: the part of an image, and of most buffers, that a scene's pixels use. */
const STORAGE_WORDS_MAX = 0x4000;

/** Components of an input, and vertices of a primitive. */
const COMPONENTS = 4;
const VERTICES = 3;

/** A scene's contents, by number; with `plain`, memory holds only patterns and zeros. */
export function contentsOf(scene: number, plain = false): Contents {
  const contents = CONTENTS[scene % CONTENTS.length]!;
  return plain ? { ...contents, constants: 'pattern', storage: false } : contents;
}

/** Whether a scene's memory holds path-selecting values. */
export function choosesContents(scene: number): boolean {
  return contentsOf(scene).constants !== 'pattern';
}

/** Initial words by name: those in the state, else the scene's choice; other storage starts as zero. */
export function initialMemory(
  stream: RandomStream,
  record: CorpusRecord,
  corpus: Corpus,
  contents: Contents,
): Record<string, readonly number[]> {
  const names = sceneObjects(record, corpus);
  const bound = corpus.descriptors(record.gfx).filter(({ name }) => names.includes(name));
  const objects = [
    ...bound.map((each) => ({
      name: each.name,
      words: objectBytes(each) >> 2,
      isRead: !each.type.startsWith('storage'),
      given: undefined,
      offset: each.offset,
      texelBytes: WORD_BYTES,
    })),
    ...resourcesOf(record).map(({ given, bytes }) => ({
      name: given.name,
      words: bytes >> 2,
      isRead: given.read_only === true,
      given: given.contents,
      offset: given.offset,
      texelBytes: texelBytesOf(given),
    })),
  ];
  return Object.fromEntries(
    objects.flatMap(({ name, words, isRead, given, ...layout }) => {
      if (given !== undefined) return [[name, given.map(parseWord)]];
      if (isRead) return [[name, constantWords(stream, record, words, contents)]];
      return contents.storage ? [[name, storageWords(stream, record, words, layout)]] : [];
    }),
  );
}

/** Vertex values of each of a primitive's inputs, by attribute number. */
export function pickInputs(stream: RandomStream, record: CorpusRecord): number[][][] {
  const { floats, inputs } = pathValues(record);
  const count = greatestOf(
    record.abi.inputs.map(({ attr }) => attr + 1),
    0,
  );
  return Array.from({ length: count }, (_, attribute) => {
    const components = Array.from({ length: COMPONENTS }, (_, component) => {
      const comparedValues = inputs.get(inputKey(attribute, component));
      const values = comparedValues !== undefined && stream.below(4) > 0 ? comparedValues : floats;
      const first = pickValue(stream, values);
      const isFlat = stream.below(3) > 0;
      return Array.from({ length: VERTICES }, (_, i) =>
        i === 0 || isFlat ? first : pickValue(stream, values),
      );
    });
    return Array.from({ length: VERTICES }, (_, vertex) =>
      components.map((values) => floatOf(values[vertex]!)),
    );
  });
}

function constantWords(
  stream: RandomStream,
  record: CorpusRecord,
  words: number,
  { constants }: Contents,
): number[] {
  if (constants === 'pattern') return pattern(words);
  const values = pathValues(record);
  const [common, kind] =
    constants === 'floats' ? ([values.floats, 'near'] as const) : ([values.integers, 'exact'] as const);
  return filledArray(words, (word) => pickValue(stream, values.words.get(word)?.[kind] ?? common));
}

/** Where a storage descriptor is in its set, and its bytes per texel. */
interface StorageLayout {
  readonly offset: number | undefined;
  readonly texelBytes: number;
}

const WORD_BYTES = 4;

/**
 * Values that this storage is compared with, and other floats or integers that the program compares with; only counts if the
 * storage is compared with counts.
 */
function storageWords(
  stream: RandomStream,
  record: CorpusRecord,
  words: number,
  { offset, texelBytes }: StorageLayout,
): number[] {
  const values = pathValues(record);
  const { integers, storage } = values;
  const comparedValues = offset === undefined ? undefined : storage.get(offset);
  const value =
    comparedValues !== undefined && areCounts(comparedValues)
      ? countOf(stream, comparedValues, integers)
      : () => storageValue(stream, comparedValues, values);
  const length = Math.min(words, STORAGE_WORDS_MAX);
  return filledArray(length, texelBytes < WORD_BYTES ? () => packWord(value, texelBytes) : value);
}

function storageValue(
  stream: RandomStream,
  comparedValues: readonly number[] | undefined,
  { floats, integers }: PathValues,
): number {
  if (comparedValues !== undefined && stream.below(2) > 0) return pickValue(stream, comparedValues);
  return pickValue(stream, stream.below(2) === 0 ? floats : integers);
}

/** Counts: integers compared as such, never treated as floats or addresses. */
function areCounts(comparedValues: readonly number[]): boolean {
  return (
    comparedValues.some(isCount) && comparedValues.every((value) => value <= COUNT_MAX || value >= NEGATIVE)
  );
}

function isCount(value: number): boolean {
  return value > 0 && value <= COUNT_MAX;
}

/** A picker of counts: those compared with this storage, or small ones compared elsewhere, so that loops over them end soon. */
function countOf(
  stream: RandomStream,
  comparedValues: readonly number[],
  integers: readonly number[],
): () => number {
  const comparedCounts = comparedValues.filter((value) => value <= COUNT_MAX);
  const smallCounts = integers.filter((value) => value <= SMALL_MAX);
  return () => pickValue(stream, stream.below(2) > 0 ? comparedCounts : smallCounts);
}

/** Maximum count, and maximum of those taken from other comparisons; integers from `NEGATIVE` are negative. */
const COUNT_MAX = 0xffff;
const SMALL_MAX = 64;
const NEGATIVE = 0xffff0000;

/** A word of sub-word texels. */
function packWord(value: () => number, bytes: number): number {
  let word = 0;
  for (let at = 0; at < WORD_BYTES; at += bytes) word |= (value() & (2 ** (8 * bytes) - 1)) << (8 * at);
  return word >>> 0;
}

function pattern(words: number): number[] {
  return filledArray(words, (at) => Math.imul(at + 1, 0x9e3779b1) >>> 0);
}

/** An array of that many values; `Array.from` takes twice as long. */
function filledArray(length: number, valueAt: (at: number) => number): number[] {
  const values: number[] = [];
  for (let at = 0; at < length; at++) values.push(valueAt(at));
  return values;
}

const FLOATS = new Float32Array(1);
const BITS = new Uint32Array(FLOATS.buffer);

function floatOf(bits: number): number {
  BITS[0] = bits;
  return FLOATS[0]!;
}
