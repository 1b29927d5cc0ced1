import type { WaveSize } from '../chips.js';
import { getGeneration, type InstructionSet } from '../instruction-set.js';
import { ConstantPool } from './compile/context.js';
import { makeIllegalDraft } from './draft.js';
import type { DecodedProgram, EpilogCode, EpilogLocation, Instruction } from './instruction.js';
import { ProgramPart } from './program-part.js';

/**
 * Returns the indices of the instructions that may run after the given one. The list is empty after an end
 * instruction, an undecodable word, or a branch out of the program. If execution can run off the end, the list
 * includes the index one past the last instruction. `s_setpc` reaches only the epilog.
 */
export function getSuccessors(
  { kind, mnemonic, index, target }: Instruction,
  epilog: EpilogLocation | undefined,
): number[] {
  if (kind === 'end' || kind === 'illegal') return [];
  if (kind === 'setpc') return epilog === undefined ? [] : [epilog.index];
  if (mnemonic === 's_branch') return [target];
  return target >= 0 ? [target, index + 1] : [index + 1];
}

/** Returns the number of vector registers up to the highest one used; at least 1. */
function countVgprs(instructions: readonly Instruction[]): number {
  let highest = 0;
  for (const { uses, defines } of instructions) {
    for (const { vectors } of [uses, defines]) highest = Math.max(highest, vectors.at(-1) ?? 0);
  }
  return highest + 1;
}

/** Alignment of code in memory, in bytes. An epilog's pcs start at the first multiple after the main part. */
const PART_ALIGNMENT = 256;

/** Creates the guard after the main part, which stops a wave that runs past the end from entering the epilog. */
function makeGuard(pc: number, index: number): Instruction {
  return { ...makeIllegalDraft(pc, [], 'illegal', 'ran past the end of the program').instruction, index };
}

function buildPcIndex(instructions: readonly Instruction[], bytes: number): Int32Array {
  const indexByPc = new Int32Array(bytes >> 2).fill(-1);
  for (const { pc, index, words } of instructions) if (words.length > 0) indexByPc[pc >> 2] = index;
  return indexByPc;
}

/**
 * Decodes the instructions reachable from the first word (`ProgramPart`). Never fails: unknown or truncated
 * instructions, and branches to a pc where no instruction starts, become instructions of kind `illegal`. Unreachable
 * words are data, not instructions.
 *
 * @param words dwords from the start of the program
 * @param wave wave size to decode for
 * @param epilog second part, which can be reached only by `s_setpc`
 */
export function decodeProgram(
  words: ArrayLike<number>,
  set: InstructionSet,
  wave: WaveSize,
  epilog?: EpilogCode,
): DecodedProgram {
  const gfx = getGeneration(set);
  const pool = new ConstantPool();
  const main = new ProgramPart(words, 0, pool, set, wave);
  const instructions = main.link(0);
  if (epilog === undefined) {
    const indexByPc = buildPcIndex(instructions, main.endPc);
    return {
      gfx,
      set,
      wave,
      instructions,
      indexByPc,
      constants: pool.values(),
      vgprs: countVgprs(instructions),
    };
  }
  instructions.push(makeGuard(main.endPc, instructions.length));
  const pc = Math.ceil((main.endPc + 1) / PART_ALIGNMENT) * PART_ALIGNMENT;
  const epilogPart = new ProgramPart(epilog.words, pc, pool, set, wave);
  const first = instructions.length;
  for (const instruction of epilogPart.link(first)) instructions.push(instruction);
  return {
    gfx,
    set,
    wave,
    instructions,
    epilog: { address: epilog.address, pc, index: first },
    indexByPc: buildPcIndex(instructions, epilogPart.endPc),
    constants: pool.values(),
    vgprs: countVgprs(instructions),
  };
}

/**
 * Returns the index of the instruction that `s_setpc` jumps to for a byte address, or -1 if no instruction starts
 * there. The main part starts at address 0.
 */
export function getSetpcTarget({ epilog, indexByPc }: DecodedProgram, address: number): number {
  const isInEpilog = epilog !== undefined && address >= epilog.address;
  const pc = isInEpilog ? address - epilog.address + epilog.pc : address;
  if (pc % 4 !== 0 || (!isInEpilog && epilog !== undefined && pc >= epilog.pc)) return -1;
  return indexByPc[pc / 4] ?? -1;
}
