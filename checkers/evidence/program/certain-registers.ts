import type { Instruction } from '../../../arch/index.js';

/**
 * Returns the registers that an instruction is certain to read and write. Static analysis cannot tell which register an
 * M0-relative move touches, and compilers only wait for the array that they index (LLVM, SIInsertWaitcnts). Premature
 * reads are caught by comparing memory.
 */
export function getCertainRegisters(instruction: Instruction): Pick<Instruction, 'uses' | 'defines'> {
  return instruction.unconditionalUse ?? instruction;
}
