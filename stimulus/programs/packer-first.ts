import type { Gfx, WaveSize } from '../../arch/index.js';
import { decodeForEditing, findInstruction, insertInstructions } from './edit.js';

/** The number of instructions that set the packer: extract it, form the register value, and write the register. */
const SETUP_LENGTH = 3;

/**
 * Makes a program set the packer at its start, even in waves without overlap. This is legal (S-023), and makes the
 * exit mandatory on every path, including early discard (S-078).
 */
export function setPackerFirst(words: readonly number[], gfx: Gfx, wave: WaveSize): number[] {
  const program = decodeForEditing(words, gfx, wave);
  const write = findInstruction(program, 'packer setup', (i) => i.kind === 'setreg');
  const setup = program.decoded.instructions.slice(write - SETUP_LENGTH + 1, write + 1);
  return insertInstructions(
    program,
    0,
    setup.flatMap((instruction) => instruction.words),
  );
}
