import { type Instruction, oncePerProgram } from '../../../arch/index.js';

/** Mask of the cycle count of `s_nop`, which is one less than the cycles for which it issues. */
const NOP_MASK = 0xf;

/** Cycles for which an instruction keeps its SIMD from issuing others (P-110, P-116). */
export function issueCycles({ mnemonic, immediate }: Instruction): number {
  return mnemonic === 's_nop' ? (immediate & NOP_MASK) + 1 : 1;
}

/** Issue cycles of the instructions before each place of a program, and of all of them at its end. */
export const issueCyclesUpTo = oncePerProgram(({ instructions }) => {
  const sums = new Int32Array(instructions.length + 1);
  for (const [at, instruction] of instructions.entries()) sums[at + 1] = sums[at] + issueCycles(instruction);
  return sums;
});
