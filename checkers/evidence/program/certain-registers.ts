import type { Gfx, Instruction, MemorySpace } from '../../../arch/index.js';
import { factsOf } from '../../../arch/index.js';

/**
 * Returns the registers that an instruction is certain to read and write. Static analysis cannot tell which register an
 * M0-relative move touches, and compilers only wait for the array that they index (LLVM, SIInsertWaitcnts). Premature
 * reads are caught by comparing memory.
 */
export function getCertainRegisters(instruction: Instruction): Pick<Instruction, 'uses' | 'defines'> {
  return instruction.unconditionalUse ?? instruction;
}

/**
 * Whether accesses to a space may return before older ones: scalar accesses and, on GFX9, flat ones, which may go to
 * LDS.
 */
export function returnsOutOfOrder(gfx: Gfx, space: MemorySpace): boolean {
  return space === 'scalar' || (space === 'flat' && factsOf(gfx).flatReturnsOutOfOrder);
}
