import type { Instruction } from '../../../arch/index.js';

/**
 * Returns the registers that an instruction certainly reads and writes. No pass over the code knows which
 * register an M0-relative move touches, and compilers wait only for the array that they index (LLVM,
 * SIInsertWaitcnts). Premature reads show in memory.
 */
export function certainRegisters(instruction: Instruction): Pick<Instruction, 'uses' | 'defines'> {
  return instruction.unconditionally ?? instruction;
}
