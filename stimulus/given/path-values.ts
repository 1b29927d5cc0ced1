import type { ChipName, Instruction } from '../../arch/index.js';
import { chipOf, decodeCached, getInstructionSet } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import type { CorpusRecord } from '../corpus.js';
import { parseWord, toFloatBits } from '../driver/words.js';
import { OriginFinder } from './value-origins.js';

/** The values that determine which path a program takes: the operands of its comparisons, and nearby values. */
export interface PathValues {
  /** Floats, as 32-bit patterns. */
  readonly floats: readonly number[];
  /** Integers, as unsigned 32-bit words. */
  readonly integers: readonly number[];
  /** The values to try in constant buffer words that comparisons depend on, by word index. */
  readonly words: ReadonlyMap<number, WordValues>;
  /** The floats to try in input components that comparisons depend on, by `toInputKey`. */
  readonly inputs: ReadonlyMap<number, readonly number[]>;
  /** The values to try in storage, by the offset of its descriptor in the set. */
  readonly storage: ReadonlyMap<number, readonly number[]>;
}

interface WordValues {
  readonly exact: readonly number[];
  readonly near: readonly number[];
}

/** Matches the mnemonics of comparisons and bit tests. */
const COMPARISON_MNEMONIC = /^(?:s_cmp|s_bitcmp|v_cmp)/;

/** Matches the mnemonics of instructions that extract a byte from a packed colour. */
const UNPACK_MNEMONIC = /^v_cvt_f32_ubyte/;
const PACKED_COLOURS = [0, 0xff000000, 0xffffffff, 0x80402010, 0x40ff8000, 0x20ff40c0, 0xc00180fe];

/** Floats to try with every program, whatever it compares. */
const COMMON_FLOATS = [-2, -1, -0.25, 0, 0.25, 0.5, 1, 2, 3, 4, 5, 6, 8, 100];
/** Integers to try with every program, whatever it compares. */
const COMMON_INTEGERS = [0, 1, 2, 3, 4, 5, 7, 8, 16];

const valuesByProgram = new WeakMap<CorpusRecord['instructions'], PathValues>();

/** Returns the path values of a record's program, computed once per program. */
export function getPathValues(record: CorpusRecord): PathValues {
  let values = valuesByProgram.get(record.instructions);
  if (values === undefined) {
    values = findValues(record);
    valuesByProgram.set(record.instructions, values);
  }
  return values;
}

/** Picks one of the values with equal probability, or returns 0 if there are none. */
export function pickValue(stream: RandomStream, values: readonly number[]): number {
  return values[stream.below(values.length)] ?? 0;
}

function findValues({ instructions: code, chip, wave }: CorpusRecord): PathValues {
  const words = code.flatMap((instruction) => instruction.words.map(parseWord));
  const program = decodeCached(words, getInstructionSet(chipOf(chip as ChipName)), wave);
  const floats = new Set(COMMON_FLOATS.map(toFloatBits));
  const integers = new Set(COMMON_INTEGERS);
  const byWord = new Map<number, WordValues>();
  const inputs = new Map<number, readonly number[]>();
  const storage = new Map<number, readonly number[]>();
  const finder = new OriginFinder(program.instructions);
  for (const instruction of program.instructions) {
    if (UNPACK_MNEMONIC.test(instruction.mnemonic))
      for (const offset of finder.findOrigins(instruction).descriptors)
        storage.set(offset, [...(storage.get(offset) ?? []), ...PACKED_COLOURS]);
    if (!COMPARISON_MNEMONIC.test(instruction.mnemonic)) continue;
    const constants = findConstants(instruction);
    const isFloat = /_f(?:16|32|64)/.test(instruction.mnemonic);
    const near = constants.flatMap(isFloat ? listNearbyFloats : listNearbyIntegers);
    for (const value of near) (isFloat ? floats : integers).add(value);
    const origins = finder.findOrigins(instruction);
    for (const word of origins.constants) {
      const { exact = [], near: others = [] } = byWord.get(word) ?? {};
      byWord.set(word, {
        exact: [...exact, ...(constants.length > 0 ? constants : COMMON_INTEGERS)],
        near: [...others, ...(near.length > 0 ? near : COMMON_INTEGERS)],
      });
    }
    const nearFloats = isFloat ? near : near.map((value) => toFloatBits(value | 0));
    for (const key of origins.inputs) inputs.set(key, [...(inputs.get(key) ?? []), ...nearFloats]);
    for (const offset of origins.descriptors) storage.set(offset, [...(storage.get(offset) ?? []), ...near]);
  }
  return { floats: [...floats], integers: [...integers], words: byWord, inputs, storage };
}

/** Returns the constants among a comparison's sources, each as 32 bits. */
function findConstants({ words, mnemonic }: Instruction): number[] {
  const [first = 0, second = 0] = words;
  // Comparisons with a 16-bit immediate encode it in the low half of their word.
  if (mnemonic.startsWith('s_cmpk')) return [((first << 16) >> 16) >>> 0];
  return decodeSourceCodes(mnemonic, first, second).flatMap((code) => {
    if (code === LITERAL) return [words.at(-1)! >>> 0];
    if (code >= 128 && code <= 192) return [code - 128];
    if (code > 192 && code <= 208) return [(192 - code) >>> 0];
    const float = INLINE_FLOATS[code - FIRST_INLINE_FLOAT];
    return float === undefined ? [] : [toFloatBits(float)];
  });
}

/**
 * Extracts the source operand codes of SOPC, VOPC and VOP3 instructions. These fields are the same on all generations.
 */
function decodeSourceCodes(mnemonic: string, first: number, second: number): number[] {
  if (mnemonic.startsWith('s_')) return [first & 0xff, (first >>> 8) & 0xff];
  const isShort = first >>> 25 === VOPC;
  return isShort ? [first & 0x1ff] : [second & 0x1ff, (second >>> 9) & 0x1ff];
}

/** The VOPC encoding, used by short vector comparisons. */
const VOPC = 0x3e;
const LITERAL = 255;
const FIRST_INLINE_FLOAT = 240;
const INLINE_FLOATS = [0.5, -0.5, 1, -1, 2, -2, 4, -4];

function listNearbyIntegers(value: number): number[] {
  return [value, (value + 1) >>> 0, (value - 1) >>> 0];
}

function listNearbyFloats(bits: number): number[] {
  const value = new Float32Array(Uint32Array.of(bits).buffer)[0]!;
  return [value, -value, value * 2, value / 2, value + 1, value - 1].map(toFloatBits);
}
