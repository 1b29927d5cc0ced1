import type { DecodedProgram, Instruction, InstructionSet, WaveSize } from '../../../arch/index.js';
import { decodeCached } from '../../../arch/index.js';
import type { Program } from '../../../transactions/index.js';
import { getOrCreate, memoise } from '../basics/default-map.js';

/** The program of a draw or of background work. */
type ProgramCode = Pick<Program, 'words' | 'epilog'>;

/** Decoded programs by program identity. Decoding is deterministic, so results can be shared. */
const getDecodings = memoise((_: ProgramCode) => new Map<string, DecodedProgram>());

/** Decodes a program, including its epilog. Each program is decoded only once per instruction set and wave size. */
export function getDecodedProgram(program: ProgramCode, set: InstructionSet, wave: WaveSize): DecodedProgram {
  return getOrCreate(getDecodings(program), `${set}/${wave}`, () =>
    decodeCached(program.words, set, wave, program.epilog),
  );
}

/** Returns the index of the instruction at byte offset `pc`, or -1 if there is none. */
export function findInstructionIndex({ indexByPc }: DecodedProgram, pc: number): number {
  return pc < 0 || (pc & 3) !== 0 || pc >>> 2 >= indexByPc.length ? -1 : indexByPc[pc >>> 2];
}

/** Returns the instruction at byte offset `pc`, or undefined if there is none. */
export function getInstructionAt(program: DecodedProgram, pc: number): Instruction | undefined {
  const index = findInstructionIndex(program, pc);
  return index < 0 ? undefined : program.instructions[index];
}
