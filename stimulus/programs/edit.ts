import type { DecodedProgram, Gfx, WaveSize } from '../../arch/index.js';
import { decodeProgram } from '../../arch/index.js';

/** `s_nop 0` on all generations: takes the place of a dropped instruction without moving any other. */
export const S_NOP = 0xbf800000;

/** A program being changed: its words beside what they mean. */
export interface EditedProgram {
  readonly words: readonly number[];
  readonly decoded: DecodedProgram;
}

/** Decodes words so that they can be edited. */
export function edit(words: readonly number[], gfx: Gfx, wave: WaveSize): EditedProgram {
  return { words, decoded: decodeProgram(words, gfx, wave) };
}

/** The words with the instructions at these indices replaced by `s_nop 0`, one for each word. */
export function dropInstructions(program: EditedProgram, indices: readonly number[]): number[] {
  const words = [...program.words];
  for (const index of indices) {
    const instruction = program.decoded.instructions[index];
    instruction.words.forEach((_, i) => {
      words[(instruction.pc >> 2) + i] = S_NOP;
    });
  }
  return words;
}

/**
 * The words with copies of the instructions `first` to `last` put in front. Branches are relative and none
 * crosses the start, so all of them still reach their targets.
 */
export function copyToStart(program: EditedProgram, first: number, last: number): number[] {
  const copied = program.decoded.instructions
    .slice(first, last + 1)
    .flatMap((instruction) => instruction.words);
  return [...copied, ...program.words];
}

/** Index of the first instruction that satisfies `wanted`; throws with `what` when there is none. */
export function findInstruction(
  program: EditedProgram,
  what: string,
  wanted: (instruction: DecodedProgram['instructions'][number]) => boolean,
): number {
  const index = program.decoded.instructions.findIndex(wanted);
  if (index < 0) throw new Error(`the program has no ${what}`);
  return index;
}
