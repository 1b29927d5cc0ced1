import { type Instruction, memoisePerProgram } from '../../../arch/index.js';

/** Mask of the count in `s_nop`, which issues for one cycle more than the count. */
const NOP_MASK = 0xf;

/** Returns for how many cycles an instruction keeps its SIMD from issuing others (P-110, P-116). */
export function getIssueCycles({ mnemonic, immediate }: Instruction): number {
  return mnemonic === 's_nop' ? (immediate & NOP_MASK) + 1 : 1;
}

/** Returns the total issue cycles before each instruction of a program and, as the last entry, of all of them. */
export const sumIssueCycles = memoisePerProgram(({ instructions }) => {
  const sums = new Int32Array(instructions.length + 1);
  for (const [index, instruction] of instructions.entries())
    sums[index + 1] = sums[index] + getIssueCycles(instruction);
  return sums;
});
