import type { Instruction } from '../../../arch/index.js';

/**
 * Registers that an instruction reads and writes for certain. Which one a move by M0 touches no pass over the code knows, and
 * compilers wait for none but the array that they index (LLVM, SIInsertWaitcnts); what it reads too early shows in memory.
 */
export function certainRegisters(instruction: Instruction): Pick<Instruction, 'uses' | 'defines'> {
  return instruction.surely ?? instruction;
}
