import type { Instruction, RegisterUse } from '../../../arch/index.js';
import { SCALAR } from '../../../arch/index.js';

/** Matches operations, other than lane moves through LDS, with results that depend on the active lanes. */
const CROSS_LANE = /^v_(readfirstlane|readlane|mbcnt)/;

/** Matches operations that count or search bits in a lane mask. */
const MASK_OPERATION = /^s_(bcnt|ff)[01]_/;

/** Number of the first vector register. Lower numbers are scalar operands. */
const FIRST_VECTOR = 0x1000;

/** Whether an instruction is a subgroup operation (S-068). */
function isSubgroupOperation({ mnemonic, memory, uses }: Instruction): boolean {
  if (CROSS_LANE.test(mnemonic) || memory?.betweenLanes === true) return true;
  return MASK_OPERATION.test(mnemonic) && uses.scalars.includes(SCALAR.EXEC_LO);
}

/** Whether an instruction reads any of the given registers. */
export function readsAny({ uses }: Instruction, registers: readonly number[]): boolean {
  return registers.length > 0 && listNumbers(uses).some((register) => registers.includes(register));
}

/**
 * Returns the registers that, after an instruction, contain subgroup results from before the section or values
 * derived from them. `isBeforeSection` tells whether the path has not reached the section yet.
 */
export function updateTainted(
  tainted: readonly number[],
  instruction: Instruction,
  isBeforeSection: boolean,
): readonly number[] {
  const taints = (isBeforeSection && isSubgroupOperation(instruction)) || readsAny(instruction, tainted);
  if (!taints && tainted.length === 0) return tainted;
  const written = listNumbers(instruction.defines);
  const kept = tainted.filter((register) => !written.includes(register));
  return taints ? [...kept, ...written].sort((a, b) => a - b) : kept;
}

function listNumbers({ scalars, vectors }: RegisterUse): readonly number[] {
  return [...scalars, ...vectors.map((register) => FIRST_VECTOR + register)];
}
