import type { Gfx, WaveSize } from '../../arch/index.js';
import { edit, findInstruction, insertInstructions } from './edit.js';

/** Instructions that make up the packer set-up: extract the packer, form the register value, write it. */
const SETUP_LENGTH = 3;

/**
 * The same program with the packer set before anything else, whether the wave overlaps or not. That is legal
 * (S-023) and makes the exit obligatory on every path, the early discard included (S-078).
 */
export function setPackerFirst(words: readonly number[], gfx: Gfx, wave: WaveSize): number[] {
  const program = edit(words, gfx, wave);
  const write = findInstruction(program, 'packer set-up', (i) => i.kind === 'setreg');
  const setup = program.decoded.instructions.slice(write - SETUP_LENGTH + 1, write + 1);
  return insertInstructions(
    program,
    0,
    setup.flatMap((instruction) => instruction.words),
  );
}
