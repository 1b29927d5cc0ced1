import type { DecodedProgram, EpilogCode, Gfx, Instruction, WaveSize } from '../../arch/index.js';
import { decodeCached } from '../../arch/index.js';
import type { FaultId } from '../../transactions/index.js';
import { assembleWords } from '../dialect/index.js';

/** `s_nop 0` on all generations. It replaces dropped instructions, so that the others keep their positions. */
export const S_NOP = 0xbf800000;

const WORD_BYTES = 4;

/** The low 16 bits of a scalar branch: the offset in words from the next instruction. */
const BRANCH_FIELD = 0xffff;

/** A program that is being edited, as words and in decoded form. */
export interface EditedProgram {
  readonly words: readonly number[];
  /** The decoded words, followed by the epilog if there is one. */
  readonly decoded: DecodedProgram;
  /** The second part of the program, which edits leave unchanged. */
  readonly epilog?: EpilogCode;
}

/** Changes a program and returns its new words. */
export type Mutator = (program: EditedProgram) => number[];

/** Mutators, keyed by the fault that they implement. */
export type ProgramFaults = Readonly<Partial<Record<FaultId, Mutator>>>;

/** Decodes a program's words for editing, together with its epilog if there is one. */
export function decodeForEditing(
  words: readonly number[],
  gfx: Gfx,
  wave: WaveSize,
  epilog?: EpilogCode,
): EditedProgram {
  const decoded = decodeCached(words, gfx, wave, epilog);
  return { words, decoded, ...(epilog === undefined ? {} : { epilog }) };
}

/** Replaces the instructions at the given indices with `s_nop 0`, one per word. */
export function dropInstructions(program: EditedProgram, indices: readonly number[]): number[] {
  return drop(() => indices)(program);
}

/**
 * Inserts words before the instruction at `index`. Branches across the insertion and relative addresses of constants
 * after the code are adjusted. Branches to that instruction then also execute the inserted words.
 */
export function insertInstructions(
  program: EditedProgram,
  index: number,
  inserted: readonly number[],
): number[] {
  const position = program.decoded.instructions[index].pc >> 2;
  return spliceWords(program, [{ position, removed: 0, inserted }]);
}

/** A replacement of `removed` words at a position, which need not be reachable. */
export interface Edit {
  readonly position: number;
  readonly removed: number;
  readonly inserted: readonly number[];
}

/** Returns the number of words that edits add before a position. */
export function countAdded(edits: readonly Edit[], end: number): number {
  const before = edits.filter(({ position }) => position < end);
  return before.reduce((sum, { inserted, removed }) => sum + inserted.length - removed, 0);
}

/** Makes edits, which are in the order of their positions, and adjusts branches and relative addresses. */
export function spliceWords({ words, decoded }: EditedProgram, edits: readonly Edit[]): number[] {
  const retargeted = words.map((word, i) => {
    const instruction = decoded.instructions[decoded.indexByPc[i]];
    if (instruction?.kind !== 'branch') return word;
    const target = decoded.instructions[instruction.target].pc >> 2;
    const distance = target + countAdded(edits, target) - i - countAdded(edits, i + 1);
    return ((word & ~BRANCH_FIELD) | ((distance - 1) & BRANCH_FIELD)) >>> 0;
  });
  for (const { from, to, literal } of findRelativeAddresses(decoded)) {
    const added = countAdded(edits, to + 1) - countAdded(edits, from);
    retargeted[literal] = (retargeted[literal]! + added * WORD_BYTES) >>> 0;
  }
  for (const { position, removed, inserted } of edits.toReversed())
    retargeted.splice(position, removed, ...inserted);
  return retargeted;
}

/** The number of instructions, including the `s_getpc_b64` itself, to search for the one that adds the distance. */
const ADD_REACH = 24;

/**
 * Finds the addresses that a program computes relative to its own code: the positions, in words, of the base, the target
 * and the literal that contains their distance.
 */
function findRelativeAddresses({ instructions }: DecodedProgram) {
  return instructions
    .filter(({ mnemonic }) => mnemonic === 's_getpc_b64')
    .flatMap(({ index, pc, words, defines }) => {
      const [low] = defines.scalars;
      const add = instructions
        .slice(index + 1, index + ADD_REACH)
        .find(
          (instruction) => instruction.mnemonic === 's_add_u32' && instruction.defines.scalars.includes(low!),
        );
      if (add?.words.length !== 2) return [];
      const from = (pc >> 2) + words.length;
      return [{ from, to: from + (add.words[1]! >> 2), literal: (add.pc >> 2) + 1 }];
    });
}

/** Like `insertInstructions`, but takes assembly text. */
export function insertText(program: EditedProgram, index: number, text: string): number[] {
  return insertInstructions(program, index, assembleWords(text, program.decoded.gfx));
}

/** Moves the instruction at `from` to before `to`, leaving no-ops in its old position. */
export function moveInstruction(program: EditedProgram, from: number, to: number): number[] {
  const { words } = program.decoded.instructions[from];
  return insertInstructions({ ...program, words: dropInstructions(program, [from]) }, to, words);
}

/** Finds where a program is edited: the index of one instruction, or the indices of several. */
export type Place = (program: EditedProgram) => number;
export type Places = (program: EditedProgram) => readonly number[];

/** Whether an instruction matches; `start` is the index where the search starts. */
export type Predicate = (instruction: Instruction, start: number, program: EditedProgram) => boolean;

/** The first match at or after another place. `name` describes it in the error if there is none. */
export function first(name: string, matches: Predicate, from: Place = () => 0): Place {
  return (program) => {
    const start = from(program);
    const { instructions } = program.decoded;
    const index = instructions.findIndex(
      (instruction, i) => i >= start && matches(instruction, start, program),
    );
    if (index < 0) throw new Error(`the program has no ${name}`);
    return index;
  };
}

/** All matches, in program order. */
export function every(matches: (instruction: Instruction) => boolean): Places {
  return ({ decoded }) => decoded.instructions.filter(matches).map(({ index }) => index);
}

/** The place `count` instructions after another. */
export function following(place: Place, count = 1): Place {
  return (program) => place(program) + count;
}

/** Drops the instructions at the given places. */
export function drop(...places: readonly (Place | Places)[]): Mutator {
  return replace(
    (program) => places.flatMap((place) => place(program)),
    () => S_NOP,
  );
}

/** Removes the instruction at a place, which is no branch. Branches to it then go to the next one. */
export function remove(place: Place): Mutator {
  return (program) => {
    const { pc, words } = program.decoded.instructions[place(program)];
    return spliceWords(program, [{ position: pc >> 2, removed: words.length, inserted: [] }]);
  };
}

/** Moves one instruction to before another. */
export function move(from: Place, to: Place): Mutator {
  return (program) => moveInstruction(program, from(program), to(program));
}

/** Text or words, or how to derive them from the program. */
type Code = string | ((program: EditedProgram) => string | readonly number[]);

/** Inserts code before the instruction at a place. */
export function insert(place: Place, code: Code): Mutator {
  return (program) => {
    const made = typeof code === 'string' ? code : code(program);
    const words = typeof made === 'string' ? assembleWords(made, program.decoded.gfx) : made;
    return insertInstructions(program, place(program), words);
  };
}

/** Inserts a copy of the instruction at a place before another place; by default, before itself. */
export function copy(from: Place, to: Place = from): Mutator {
  return insert(to, (program) => program.decoded.instructions[from(program)].words);
}

/** Replaces the instruction at a place with text that is no longer, padded with no-ops. */
export function rewrite(place: Place, text: (program: EditedProgram) => string): Mutator {
  return (program) => {
    const made = assembleWords(text(program), program.decoded.gfx);
    const { pc, words } = program.decoded.instructions[place(program)];
    return program.words.toSpliced(pc >> 2, words.length, ...words.map((_, i) => made[i] ?? S_NOP));
  };
}

/** Maps the words, or only the word with the given number, of the instructions at the given places. */
export function replace(
  places: Place | Places,
  map: (word: number, program: EditedProgram) => number,
  only?: number,
): Mutator {
  return (program) => {
    const words = [...program.words];
    for (const index of [places(program)].flat()) {
      const { pc, words: replaced } = program.decoded.instructions[index];
      for (const i of replaced.keys())
        if (only === undefined || i === only)
          words[(pc >> 2) + i] = map(words[(pc >> 2) + i]!, program) >>> 0;
    }
    return words;
  };
}

/** Edits a program twice. The first edit must keep the positions of all instructions; both find their places before it. */
export function both(one: Mutator, two: Mutator): Mutator {
  return (program) => two({ ...program, words: one(program) });
}
