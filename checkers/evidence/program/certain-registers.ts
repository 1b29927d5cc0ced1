import type { Instruction } from '../../../arch/index.js';

/**
 * Registers that an instruction certainly reads and writes. No pass over the code knows which register an M0-relative move
 * touches, and compilers only wait for the array they index (LLVM, SIInsertWaitcnts); premature reads show in memory.
 */
export function certainRegisters(instruction: Instruction): Pick<Instruction, 'uses' | 'defines'> {
  return instruction.unconditionally ?? instruction;
}
