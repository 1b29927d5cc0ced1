import { findMax } from '../../arch/index.js';
import { type RandomStream, UsageError } from '../../transactions/index.js';
import type { Corpus, CorpusRecord, CorpusVariant, WordSpan } from '../corpus.js';
import { getObjectBytes, listSceneObjects } from '../driver/memory.js';
import { getTexelBytes, listResources } from '../driver/resources.js';
import { fromFloatBits, parseWord, pattern, toFloatBits } from '../driver/words.js';
import { getPathValues, pickCompared, pickValue } from './path-values.js';
import { toInputKey } from './value-origins.js';

/** How to fill a scene's memory and attributes so that programs take a variety of paths. */
export interface Contents {
  /**
   * How constants are filled: with a pattern that distinguishes locations, or with values that the program uses in
   * comparisons.
   */
  readonly constants: 'pattern' | 'floats' | 'integers';
  /** Whether interpolated inputs may be outside the range 0 to 1. If so, some have the same value at all vertices. */
  readonly hasWideInputs: boolean;
  /** Whether storage contains values from the program's comparisons rather than zeros. */
  readonly fillsStorage: boolean;
  /** Whether everything that comparisons depend on varies: also integer inputs, user data and assumed constants. */
  readonly variesAll?: boolean;
  /** Whether all primitives cover the same single pixel, so that no other pixel shares its words. */
  readonly hasOnePixel?: boolean;
}

/** Consecutive scenes cycle through these contents; the first one is the historical default. */
const CONTENTS: readonly Contents[] = [
  { constants: 'pattern', hasWideInputs: false, fillsStorage: false },
  { constants: 'integers', hasWideInputs: true, fillsStorage: false },
  { constants: 'floats', hasWideInputs: true, fillsStorage: false },
  { constants: 'integers', hasWideInputs: true, fillsStorage: true },
];

/**
 * Scenes from this number on vary everything that comparisons depend on. `check` adds some for a program whose other
 * scenes compare nothing.
 */
export const FIRST_REACHING_SCENE = 10_000;

const REACHING_CONTENTS: readonly Contents[] = (['integers', 'floats'] as const).flatMap((constants) => [
  { constants, hasWideInputs: true, fillsStorage: true, variesAll: true },
  { constants, hasWideInputs: true, fillsStorage: true, variesAll: true, hasOnePixel: true },
]);

/**
 * The maximum number of storage words to fill. No scene has enough pixels to touch more of an image or of most buffers.
 */
const MAX_STORAGE_WORDS = 0x4000;
/** The same for scenes that vary everything, which reach every layer of an image. */
const MAX_VARIED_WORDS = 0x40000;

const COMPONENTS = 4;
const VERTICES = 3;

/**
 * Returns the contents of scene number `scene`. If `withoutSteering` is set, memory contains only patterns and zeros.
 */
export function chooseContents(scene: number, withoutSteering = false): Contents {
  const cycle = scene < FIRST_REACHING_SCENE ? CONTENTS : REACHING_CONTENTS;
  const contents = cycle[scene % cycle.length]!;
  return withoutSteering
    ? { ...contents, constants: 'pattern', fillsStorage: false, variesAll: false }
    : contents;
}

/** Returns whether a scene's memory contains values chosen to steer the program. */
export function steersProgram(scene: number): boolean {
  return chooseContents(scene).constants !== 'pattern';
}

/**
 * Returns the initial words of each object by name: those in the state file, or else those chosen for the scene.
 * Other storage starts zeroed.
 */
export function chooseInitialMemory(
  stream: RandomStream,
  record: CorpusRecord,
  corpus: Corpus,
  contents: Contents,
): Record<string, readonly number[]> {
  const maxWords = contents.variesAll === true ? MAX_VARIED_WORDS : MAX_STORAGE_WORDS;
  const getWords = (object: FilledObject): readonly number[] | undefined => {
    const { words, isReadOnly, stateWords } = object;
    if (stateWords !== undefined) return stateWords.map(parseWord);
    if (isReadOnly) return pickConstantWords(stream, record, words, contents);
    return contents.fillsStorage
      ? pickStorageWords(stream, record, Math.min(words, maxWords), object)
      : undefined;
  };
  return Object.fromEntries(
    listFilledObjects(record, corpus).flatMap((object) => {
      const initial = withGivenWords(getWords(object), object);
      return initial === undefined ? [] : [[object.name, initial]];
    }),
  );
}

/** An object to fill. */
type FilledObject = ReturnType<typeof listFilledObjects>[number];

function listFilledObjects(record: CorpusRecord, corpus: Corpus) {
  const names = listSceneObjects(record, corpus);
  const setObjects = corpus.descriptors(record.gfx).filter(({ name }) => names.includes(name));
  return [
    ...setObjects.map((object) => ({
      name: object.name,
      words: getObjectBytes(object) >> 2,
      isReadOnly: !object.type.startsWith('storage'),
      stateWords: undefined,
      /** The byte offset of the object's descriptor in the set. */
      offset: object.offset,
      texelBytes: WORD_BYTES,
      spans: [] as readonly WordSpan[],
      /** Whether a gradient consists of floats. */
      isFloat: false,
    })),
    ...listResources(record).map(({ given, bytes }) => ({
      name: given.name,
      words: bytes >> 2,
      isReadOnly: given.read_only === true,
      stateWords: given.contents,
      offset: given.offset,
      texelBytes: getTexelBytes(given),
      spans: given.values ?? [],
      isFloat: /32_FLOAT$/.test(given.format ?? ''),
    })),
  ];
}

/** Puts the words that the state gives into an object's initial words. */
function withGivenWords(
  initial: readonly number[] | undefined,
  { name, words, spans, isFloat }: FilledObject,
): readonly number[] | undefined {
  if (spans.length === 0) return initial;
  const outside = spans.find(({ first }) => first >= words);
  if (outside !== undefined)
    throw new UsageError(`Invalid value of ${name}: it has ${words} words, and no word ${outside.first}`);
  const given = fillArray(words, (word) => initial?.[word] ?? 0);
  for (const { first, count = words, stride = words, times = words, words: values } of spans)
    for (let start = first, n = 0; n < times && start < words; start += stride, n++)
      for (let i = 0; i < count && start + i < words; i++)
        given[start + i] =
          values === 'gradient' ? getGradientWord(i, isFloat) : parseWord(values[i % values.length]!);
  return given;
}

/** Returns a word of a gradient: a float from 0 to 1, or four bytes of equal brightness. */
function getGradientWord(index: number, isFloat: boolean): number {
  const step = index % (MAX_BYTE + 1);
  return isFloat ? toFloatBits(step / MAX_BYTE) : Math.imul(step, 0x01010101) >>> 0;
}

const MAX_BYTE = 255;

/** User data that scenes do not vary, since addresses are computed from it: the width and the raw address. */
const FIXED_USER_DATA = /^pc\+(?:8|24|28)$/;

/** Returns the variant with other values in the push constants that comparisons depend on. */
export function varyUserData(
  stream: RandomStream,
  record: CorpusRecord,
  variant: CorpusVariant,
): CorpusVariant {
  const values = getPathValues(record).arguments;
  const userData = Object.entries(variant.user_data ?? record.abi.user_data).map(([register, source]) => {
    const words = values.get(Number(register.slice(1)));
    const isVaried = words !== undefined && source.startsWith('pc+') && !FIXED_USER_DATA.test(source);
    return [register, isVaried ? `0x${pickCompared(stream, words).toString(16)}` : source];
  });
  return { ...variant, user_data: Object.fromEntries(userData) };
}

/**
 * Picks the vertex values of each input of a primitive, by attribute number. Flat inputs keep their own values, unless
 * the program compares them as floats or `variesAll` is set.
 */
export function pickInputs(
  stream: RandomStream,
  record: CorpusRecord,
  { variesAll = false }: Contents,
): (number[][] | undefined)[] {
  const { floats, inputs, flats } = getPathValues(record);
  const flatAttributes = new Set(
    record.abi.inputs.flatMap(({ attr, how }) => (how === 'flat' ? [attr] : [])),
  );
  const getFlats = (key: number): readonly number[] | undefined => {
    const values = flats.get(key);
    return values?.isFloat === true || variesAll ? values?.near : undefined;
  };
  const count = findMax(
    record.abi.inputs.map(({ attr }) => attr + 1),
    0,
  );
  return Array.from({ length: count }, (_, attribute) => {
    const isFlatInput = flatAttributes.has(attribute);
    const keys = Array.from({ length: COMPONENTS }, (_, component) => toInputKey(attribute, component));
    const components = keys.map((key) => {
      const comparedValues = isFlatInput ? getFlats(key) : inputs.get(key);
      const values = comparedValues !== undefined && stream.below(4) > 0 ? comparedValues : floats;
      const first = pickValue(stream, values);
      const isFlat = stream.below(3) > 0;
      return Array.from({ length: VERTICES }, (_, i) =>
        i === 0 || isFlat ? first : pickValue(stream, values),
      );
    });
    if (isFlatInput && keys.every((key) => getFlats(key) === undefined)) return undefined;
    return Array.from({ length: VERTICES }, (_, vertex) =>
      components.map((values) => fromFloatBits(values[vertex]!)),
    );
  });
}

/** Returns the vertex values of the inputs that the state gives, by attribute number, over other values. */
export function withGivenInputs(
  record: CorpusRecord,
  byNumber: readonly (readonly (readonly number[])[] | undefined)[] | undefined,
): readonly (readonly (readonly number[])[] | undefined)[] | undefined {
  const given = record.abi.inputs.filter(({ values }) => values !== undefined);
  if (given.length === 0) return byNumber;
  const all = [...(byNumber ?? [])];
  for (const { attr, values } of given) {
    const vertex = Array.from({ length: COMPONENTS }, (_, i) =>
      fromFloatBits(parseWord(values![Math.min(i, values!.length - 1)]!)),
    );
    all[attr] = Array.from({ length: VERTICES }, () => vertex);
  }
  return Array.from(all);
}

function pickConstantWords(
  stream: RandomStream,
  record: CorpusRecord,
  words: number,
  { constants }: Contents,
): number[] {
  if (constants === 'pattern') return pattern(words);
  const values = getPathValues(record);
  const [common, kind] =
    constants === 'floats' ? ([values.floats, 'near'] as const) : ([values.integers, 'exact'] as const);
  return fillArray(words, (word) => pickValue(stream, values.words.get(word)?.[kind] ?? common));
}

const WORD_BYTES = 4;

/**
 * Returns a mix of values: some that the program compares with this storage, and some from its other comparisons. If
 * the storage is compared with counts, all values are counts.
 */
function pickStorageWords(
  stream: RandomStream,
  record: CorpusRecord,
  words: number,
  { offset, texelBytes }: FilledObject,
): number[] {
  const { floats, integers, storage } = getPathValues(record);
  const comparedValues = offset === undefined ? undefined : storage.get(offset);
  const pickMixed = (): number => {
    if (comparedValues !== undefined && stream.below(2) > 0) return pickValue(stream, comparedValues);
    return pickValue(stream, stream.below(2) === 0 ? floats : integers);
  };
  const pickWord =
    comparedValues !== undefined && areCounts(comparedValues)
      ? createCountPicker(stream, comparedValues, integers)
      : pickMixed;
  return fillArray(words, texelBytes < WORD_BYTES ? () => packWord(pickWord, texelBytes) : pickWord);
}

/** Returns whether all compared values look like counts: small integers, not floats or addresses. */
function areCounts(comparedValues: readonly number[]): boolean {
  return (
    comparedValues.some((value) => value > 0 && value <= MAX_COUNT) &&
    comparedValues.every((value) => value <= MAX_COUNT || value >= NEGATIVE)
  );
}

/**
 * Returns a function that picks counts: either counts that this storage is compared with, or small counts from other
 * comparisons, to keep loops short.
 */
function createCountPicker(
  stream: RandomStream,
  comparedValues: readonly number[],
  integers: readonly number[],
): () => number {
  const comparedCounts = comparedValues.filter((value) => value <= MAX_COUNT);
  const smallCounts = integers.filter((value) => value <= MAX_SMALL_COUNT);
  return () => pickValue(stream, stream.below(2) > 0 ? comparedCounts : smallCounts);
}

const MAX_COUNT = 0xffff;
/** The maximum count taken from other comparisons. */
const MAX_SMALL_COUNT = 64;
/** Words at or above this value are negative integers. */
const NEGATIVE = 0xffff0000;

/** Packs texels smaller than a word into a word. */
function packWord(pickTexel: () => number, bytes: number): number {
  let word = 0;
  for (let byte = 0; byte < WORD_BYTES; byte += bytes)
    word |= (pickTexel() & (2 ** (8 * bytes) - 1)) << (8 * byte);
  return word >>> 0;
}

/** Creates an array of `length` values; `Array.from` takes twice as long. */
function fillArray(length: number, getValue: (index: number) => number): number[] {
  const values: number[] = [];
  for (let i = 0; i < length; i++) values.push(getValue(i));
  return values;
}
