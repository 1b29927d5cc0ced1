import { type Instruction, memoisePerProgram } from '../../../arch/index.js';

/** Mask of the `s_nop` count. The instruction takes one cycle more than this count to issue. */
const NOP_MASK = 0xf;

/** Returns the number of cycles for which an instruction keeps its SIMD from issuing another (P-110, P-116). */
export function getIssueCycles({ mnemonic, immediate }: Instruction): number {
  return mnemonic === 's_nop' ? (immediate & NOP_MASK) + 1 : 1;
}

/** Returns the number of issue cycles before each instruction of a program, followed by the program's total. */
export const sumIssueCycles = memoisePerProgram(({ instructions }) => {
  const sums = new Int32Array(instructions.length + 1);
  for (const [index, instruction] of instructions.entries())
    sums[index + 1] = sums[index] + getIssueCycles(instruction);
  return sums;
});
