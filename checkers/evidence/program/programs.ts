import type { DecodedProgram, Instruction, InstructionSet, WaveSize } from '../../../arch/index.js';
import { decodeCached } from '../../../arch/index.js';
import type { Program } from '../../../transactions/index.js';

/** Caches decoded programs by identity. Equal inputs give equal results, so sharing them makes no difference. */
const DECODED = new WeakMap<Code, Map<string, DecodedProgram>>();

/** The program of a draw or of background work. */
type Code = Pick<Program, 'words' | 'epilog'>;

/** Decodes a program, including its epilog. Each program is only decoded once per instruction set and wave size. */
export function getDecodedProgram(program: Code, set: InstructionSet, wave: WaveSize): DecodedProgram {
  let forms = DECODED.get(program);
  if (forms === undefined) {
    forms = new Map();
    DECODED.set(program, forms);
  }
  const key = `${set}/${wave}`;
  let decoded = forms.get(key);
  if (decoded === undefined) {
    decoded = decodeCached(program.words, set, wave, program.epilog);
    forms.set(key, decoded);
  }
  return decoded;
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
