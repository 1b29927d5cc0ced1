import type { DecodedProgram, EpilogCode, Gfx, Instruction, WaveSize } from '../../arch/index.js';
import { decodeOnce } from '../../arch/index.js';
import type { FaultId } from '../../transactions/index.js';
import { programWords } from '../dialect/index.js';

/** `s_nop 0` on all generations: replaces a dropped instruction without moving any other. */
export const S_NOP = 0xbf800000;

const WORD_BYTES = 4;

/** Low 16 bits of a scalar branch: distance in words from the next instruction. */
const BRANCH_FIELD = 0xffff;

/** A program being changed: its words and their meaning. */
export interface EditedProgram {
  readonly words: readonly number[];
  /** The decoded words, with the epilog after them if there is one. */
  readonly decoded: DecodedProgram;
  /** Second part, which is not changed. */
  readonly epilog?: EpilogCode;
}

/** A change of a program: its new words. */
export type Mutator = (program: EditedProgram) => number[];

/** Changes by the fault they implement. */
export type ProgramFaults = Readonly<Partial<Record<FaultId, Mutator>>>;

/** Decodes words so that they can be edited. */
export function edit(words: readonly number[], gfx: Gfx, wave: WaveSize, epilog?: EpilogCode): EditedProgram {
  const decoded = decodeOnce(words, gfx, wave, epilog);
  return { words, decoded, ...(epilog === undefined ? {} : { epilog }) };
}

/** The words with the instructions at these indices replaced by `s_nop 0`, one per word. */
export function dropInstructions(program: EditedProgram, indices: readonly number[]): number[] {
  return indices.reduce(
    (words, index) => replaceInstruction({ ...program, words }, index, () => S_NOP),
    [...program.words],
  );
}

/** The words with each word of one instruction mapped. */
export function replaceInstruction(
  { words, decoded }: EditedProgram,
  index: number,
  map: (word: number, place: number) => number,
): number[] {
  const { pc, words: replaced } = decoded.instructions[index];
  const first = pc >> 2;
  return words.map((word, at) =>
    at < first || at >= first + replaced.length ? word : map(word, at - first) >>> 0,
  );
}

/**
 * The words with `inserted` before the instruction at `index`. Branches across it are extended, as are addresses of constants
 * after the code; a branch to that instruction also runs the inserted ones.
 */
export function insertInstructions(
  program: EditedProgram,
  index: number,
  inserted: readonly number[],
): number[] {
  const { words, decoded } = program;
  const place = decoded.instructions[index].pc >> 2;
  const retargeted = words.map((word, at) => {
    const instruction = decoded.instructions[decoded.indexOfPc[at]];
    return instruction?.kind === 'branch'
      ? retarget(word, at, instruction, decoded, place, inserted.length)
      : word;
  });
  for (const { from, to, literal } of ownAddresses(decoded))
    if (from <= place && to >= place)
      retargeted[literal] = (retargeted[literal]! + inserted.length * WORD_BYTES) >>> 0;
  return [...retargeted.slice(0, place), ...inserted, ...retargeted.slice(place)];
}

/** An address a program computes relative to its own, in words: its base, its target, and the word with the distance. */
interface OwnAddress {
  readonly from: number;
  readonly to: number;
  readonly literal: number;
}

/** The distance is added fewer than this many instructions after an `s_getpc_b64`. */
const NEAR = 24;

function ownAddresses({ instructions }: DecodedProgram): readonly OwnAddress[] {
  return instructions
    .filter(({ mnemonic }) => mnemonic === 's_getpc_b64')
    .flatMap(({ index, pc, words, defines }) => {
      const [low] = defines.scalars;
      const adds = instructions
        .slice(index + 1, index + NEAR)
        .find((each) => each.mnemonic === 's_add_u32' && each.defines.scalars.includes(low!));
      if (adds?.words.length !== 2) return [];
      const from = (pc >> 2) + words.length;
      return [{ from, to: from + (adds.words[1]! >> 2), literal: (adds.pc >> 2) + 1 }];
    });
}

/** Like `insertInstructions`, with the assembly text to insert. */
export function insertText(program: EditedProgram, index: number, text: string): number[] {
  return insertInstructions(program, index, programWords(text, program.decoded.gfx));
}

/** The words with one instruction replaced by assembled text; leftover words become no-ops. */
export function replaceText(program: EditedProgram, index: number, text: string): number[] {
  const words = programWords(text, program.decoded.gfx);
  if (words.length > program.decoded.instructions[index].words.length)
    throw new Error(`"${text}" is longer than the instruction it replaces`);
  return replaceInstruction(program, index, (_, place) => words[place] ?? S_NOP);
}

/** The words with the instruction at `from` moved before `to`; its old place becomes a no-op. */
export function moveInstruction(program: EditedProgram, from: number, to: number): number[] {
  const { words } = program.decoded.instructions[from];
  return insertInstructions({ ...program, words: dropInstructions(program, [from]) }, to, words);
}

function retarget(
  word: number,
  at: number,
  branch: Instruction,
  decoded: DecodedProgram,
  place: number,
  length: number,
): number {
  const target = decoded.instructions[branch.target].pc >> 2;
  const from = at >= place ? at + length : at;
  const to = target > place ? target + length : target;
  return ((word & ~BRANCH_FIELD) | ((to - from - 1) & BRANCH_FIELD)) >>> 0;
}

/** Index of the first instruction at or after `start` that satisfies `predicate`; the error names `what`. */
export function findInstruction(
  program: EditedProgram,
  what: string,
  predicate: (instruction: Instruction) => boolean,
  start = 0,
): number {
  const index = program.decoded.instructions.findIndex(
    (instruction, at) => at >= start && predicate(instruction),
  );
  if (index < 0) throw new Error(`the program has no ${what}`);
  return index;
}
