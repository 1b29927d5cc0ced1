import {
  type ChipName,
  chipOf,
  decodeOnce,
  type Instruction,
  instructionSetOf,
  SCALAR,
} from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import type { CorpusRecord } from '../corpus.js';
import { floatBits, parseWord } from '../driver/words.js';

/** Values that decide which way a program takes: what its comparisons compare with, and what is near. */
export interface PathValues {
  /** Bits of floats, and integers. */
  readonly floats: readonly number[];
  readonly integers: readonly number[];
  /** The same for single words of constant buffers, by their number, as far as a comparison reads them directly. */
  readonly words: ReadonlyMap<number, WordValues>;
}

/** What one word is compared with, and values near that. */
interface WordValues {
  readonly exact: readonly number[];
  readonly near: readonly number[];
}

/** Comparisons, tests of bits and what extracts the fields that they compare. */
const COMPARES = /^(?:s_cmp|s_bitcmp|v_cmp)/;

/** What any program may compare with. */
const PLAIN_FLOATS = [-2, -1, -0.25, 0, 0.25, 0.5, 1, 2, 3, 4, 5, 6, 8, 100];
const PLAIN_INTEGERS = [0, 1, 2, 3, 4, 5, 7, 8, 16];

const known = new WeakMap<CorpusRecord['instructions'], PathValues>();

/** The values of a record's program, from its comparisons. */
export function pathValues(record: CorpusRecord): PathValues {
  let values = known.get(record.instructions);
  if (values === undefined) {
    values = findValues(record);
    known.set(record.instructions, values);
  }
  return values;
}

/** One of the values, or of those that a list of words has. */
export function drawn(stream: RandomStream, values: readonly number[]): number {
  return values[stream.below(values.length)] ?? 0;
}

function findValues({ instructions: code, chip, wave }: CorpusRecord): PathValues {
  const words = code.flatMap((each) => each.words.map(parseWord));
  const program = decodeOnce(words, instructionSetOf(chipOf(chip as ChipName)), wave);
  const floats = new Set(PLAIN_FLOATS.map(floatBits));
  const integers = new Set(PLAIN_INTEGERS);
  const byWord = new Map<number, WordValues>();
  for (const instruction of program.instructions) {
    if (!COMPARES.test(instruction.mnemonic)) continue;
    const constants = constantsOf(instruction);
    const isFloat = /_f(?:16|32|64)/.test(instruction.mnemonic);
    const near = constants.flatMap(isFloat ? nearFloat : nearInteger);
    for (const value of near) (isFloat ? floats : integers).add(value);
    for (const word of constantWords(program.instructions, instruction)) {
      const { exact = [], near: others = [] } = byWord.get(word) ?? {};
      byWord.set(word, {
        exact: [...exact, ...(constants.length > 0 ? constants : PLAIN_INTEGERS)],
        near: [...others, ...(near.length > 0 ? near : PLAIN_INTEGERS)],
      });
    }
  }
  return { floats: [...floats], integers: [...integers], words: byWord };
}

/** Constants among the sources of a comparison, as 32 bits. */
function constantsOf({ words, mnemonic }: Instruction): number[] {
  const [first = 0, second = 0] = words;
  // Compares with an immediate have it in the low half of their word.
  if (mnemonic.startsWith('s_cmpk')) return [((first << 16) >> 16) >>> 0];
  return sourceCodes(mnemonic, first, second).flatMap((code) => {
    if (code === LITERAL) return [words.at(-1)! >>> 0];
    if (code >= 128 && code <= 192) return [code - 128];
    if (code > 192 && code <= 208) return [(192 - code) >>> 0];
    const float = INLINE_FLOATS[code - FIRST_INLINE_FLOAT];
    return float === undefined ? [] : [floatBits(float)];
  });
}

/** Codes of the sources in the words of SOPC, VOPC and VOP3, which are the same on all generations. */
function sourceCodes(mnemonic: string, first: number, second: number): number[] {
  if (mnemonic.startsWith('s_')) return [first & 0xff, (first >>> 8) & 0xff];
  const isShort = first >>> 25 === VOPC;
  return isShort ? [first & 0x1ff] : [second & 0x1ff, (second >>> 9) & 0x1ff];
}

/** Encoding of short vector comparisons; codes of a literal and of the inline floats. */
const VOPC = 0x3e;
const LITERAL = 255;
const FIRST_INLINE_FLOAT = 240;
const INLINE_FLOATS = [0.5, -0.5, 1, -1, 2, -2, 4, -4];

function nearInteger(value: number): number[] {
  return [value, (value + 1) >>> 0, (value - 1) >>> 0];
}

function nearFloat(bits: number): number[] {
  const value = new Float32Array(Uint32Array.of(bits).buffer)[0]!;
  return [value, -value, value * 2, value / 2, value + 1, value - 1].map(floatBits);
}

/** Numbers of the words that the scalar sources of a comparison were loaded from, if the last write of each was such a load. */
function constantWords(instructions: readonly Instruction[], { index, uses }: Instruction): number[] {
  return uses.scalars
    .filter((register) => register < SCALAR.VCC_LO)
    .flatMap((register) => {
      const load = instructions.findLast(
        (each) => each.index < index && each.defines.scalars.includes(register),
      );
      if (load?.memory?.space !== 'scalar' || !load.mnemonic.includes('buffer')) return [];
      const offset = (load.words[1]! & OFFSET_MASK) >>> 2;
      return [offset + register - load.defines.scalars[0]!];
    });
}

/** The immediate offset in bytes of a scalar load, in its second word on every generation. */
const OFFSET_MASK = 0x1f_ffff;
