import { type Instruction, oncePerProgram } from '../../../arch/index.js';

/** Mask for the count in `s_nop`, which issues for one cycle more than that. */
const NOP_MASK = 0xf;

/**
 * Returns the number of cycles for which an instruction keeps its SIMD from issuing others (P-110, P-116).
 */
export function issueCycles({ mnemonic, immediate }: Instruction): number {
  return mnemonic === 's_nop' ? (immediate & NOP_MASK) + 1 : 1;
}

/** Returns the cumulative issue cycles before each instruction of a program, followed by the total. */
export const issueCyclesUpTo = oncePerProgram(({ instructions }) => {
  const sums = new Int32Array(instructions.length + 1);
  for (const [index, instruction] of instructions.entries())
    sums[index + 1] = sums[index] + issueCycles(instruction);
  return sums;
});
