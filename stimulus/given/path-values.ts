import type { ChipName, DecodedProgram, Instruction } from '../../arch/index.js';
import { chipOf, decodeCached, getInstructionSet } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import type { CorpusRecord } from '../corpus.js';
import { fromFloatBits, parseWords, toFloatBits } from '../driver/words.js';
import { OriginFinder, toAttribute } from './value-origins.js';

/** The values that determine which path a program takes: the operands of its comparisons, and nearby values. */
export type PathValues = Readonly<ReturnType<typeof findValues>>;

/** Values to try, as words: constants of comparisons, and others near them. */
interface WordValues {
  readonly exact: readonly number[];
  readonly near: readonly number[];
}

/** Picks a constant of the comparisons, or another value near them. */
export function pickCompared(stream: RandomStream, { exact, near }: WordValues): number {
  return pickValue(stream, exact.length > 0 && stream.below(2) > 0 ? exact : near);
}

/** Matches the mnemonics of comparisons and bit tests. */
const COMPARISON_MNEMONIC = /^(?:s_cmp|s_bitcmp|v_cmp)/;

/** Matches the mnemonics of instructions that extract a byte from a packed colour. */
const UNPACK_MNEMONIC = /^v_cvt_f32_ubyte/;
const PACKED_COLOURS = [0, 0xff000000, 0xffffffff, 0x80402010, 0x40ff8000, 0x20ff40c0, 0xc00180fe];

/** Floats to try with every program, whatever it compares. */
const COMMON_FLOATS = [-2, -1, -0.25, 0, 0.25, 0.5, 1, 2, 3, 4, 5, 6, 8, 100];
/** The maximum column of a pixel to draw at. */
const MAX_COLUMN = 0x1000;
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

function decodeRecord({ instructions, chip, wave }: CorpusRecord): DecodedProgram {
  return decodeCached(parseWords(instructions), getInstructionSet(chipOf(chip as ChipName)), wave);
}

/** Returns whether a program has an instruction that writes memory that waves share. */
export function writesSharedMemory(record: CorpusRecord): boolean {
  return decodeRecord(record).instructions.some(
    ({ memory }) => memory !== undefined && memory.access !== 'load' && SHARED_SPACES.has(memory.space),
  );
}

const SHARED_SPACES: ReadonlySet<string> = new Set(['buffer', 'image', 'flat', 'global']);

/** Returns the names of the inputs, arguments and resources that decide a branch, as far as they can be traced. */
export function listDecidingNames(record: CorpusRecord, branchPc: number): readonly string[] {
  const { instructions } = decodeRecord(record);
  const comparison = instructions.findLast(
    ({ pc, mnemonic }) => pc < branchPc && COMPARISON_MNEMONIC.test(mnemonic),
  );
  if (comparison === undefined) return [];
  const { args, inputs } = record.abi;
  const origins = new OriginFinder(instructions).findOrigins(comparison);
  const names = [
    ...inputs.filter(({ attr }) => [...origins.inputs].some((key) => toAttribute(key) === attr)),
    ...args.filter(({ file, reg }) => file === 's' && origins.arguments.has(reg)),
    ...(record.resources ?? []).filter(({ offset }) => origins.descriptors.has(offset ?? -1)),
  ].map(({ name }) => name);
  const members = (record.resources ?? []).flatMap((resource) => resource.members ?? []);
  const words = [...origins.constants].flatMap((word) => {
    const found = members.filter(({ first, count }) => word >= first && word < first + count);
    return found.length > 0 ? found.map(({ name }) => name) : [`word ${word} of a constant buffer`];
  });
  return [...new Set([...names, ...words])];
}

function findValues(record: CorpusRecord) {
  const program = decodeRecord(record);
  const floats = new Set(COMMON_FLOATS.map(toFloatBits));
  const integers = new Set(COMMON_INTEGERS);
  const byWord = new Map<number, WordValues>();
  const inputs = new Map<number, readonly number[]>();
  const flats = new Map<number, WordValues & { readonly isFloat: boolean }>();
  const position = record.abi.args.find(({ name }) => name === 'frag_pos[0]')?.reg ?? Number.NaN;
  let column = 0;
  const argumentWords = new Map<number, WordValues>();
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
    const common = isFloat ? COMMON_FLOATS.map(toFloatBits) : COMMON_INTEGERS;
    const join = (others: WordValues = { exact: [], near: [] }): WordValues => ({
      exact: [...others.exact, ...constants],
      near: [...others.near, ...near, ...common],
    });
    for (const key of origins.inputs) {
      inputs.set(key, [...(inputs.get(key) ?? []), ...nearFloats]);
      flats.set(key, { ...join(flats.get(key)), isFloat: isFloat || flats.get(key)?.isFloat === true });
    }
    if (isFloat && origins.vectorArguments.has(position))
      column = constants
        .map(fromFloatBits)
        .reduce((last, x) => (x < MAX_COLUMN ? Math.max(last, x + 1) : last), column);
    for (const register of origins.arguments) argumentWords.set(register, join(argumentWords.get(register)));
    for (const offset of origins.descriptors) storage.set(offset, [...(storage.get(offset) ?? []), ...near]);
  }
  return {
    /** Floats, as 32-bit patterns. */
    floats: [...floats],
    integers: [...integers],
    /** For words of constant buffers that comparisons depend on, by word index. */
    words: byWord,
    /** The floats for input components that comparisons depend on, by `toInputKey`. */
    inputs,
    /** For flat inputs, by `toInputKey`, and whether a comparison reads them as floats. */
    flats,
    /** For user SGPRs that comparisons depend on, by register. */
    arguments: argumentWords,
    /** The first column to the right of all that comparisons name; 0 if none depends on the position. */
    column: Math.ceil(column),
    /** For storage, by the offset of its descriptor in the set. */
    storage,
  };
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
  const value = fromFloatBits(bits);
  return [value, -value, value * 2, value / 2, value + 1, value - 1].map(toFloatBits);
}
