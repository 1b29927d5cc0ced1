import type { Instruction, RegisterUse } from '../../../arch/index.js';
import { SCALAR } from '../../../arch/index.js';

/** Operations whose result depends on the active lanes, by name; local data share lane moves are separate. */
const CROSS_LANE = /^v_(readfirstlane|readlane|mbcnt)/;

/** Lane mask counts and searches. */
const MASK_OPERATION = /^s_(bcnt|ff)[01]_/;

/** Vector registers as numbers after the scalar operands. */
const VECTORS = 0x1000;

/** Whether an instruction is a subgroup operation (S-068). */
function isSubgroupOperation({ mnemonic, memory, uses }: Instruction): boolean {
  if (CROSS_LANE.test(mnemonic) || memory?.betweenLanes === true) return true;
  return MASK_OPERATION.test(mnemonic) && uses.scalars.includes(SCALAR.EXEC_LO);
}

/** Whether an instruction reads any of the registers. */
export function readsAny({ uses }: Instruction, registers: readonly number[]): boolean {
  return registers.length > 0 && numbersOf(uses).some((register) => registers.includes(register));
}

/**
 * Registers that hold, after an instruction, subgroup results from before the section or values derived from them.
 * `isBeforeSection`: whether the path is before the section.
 */
export function taintedAfter(
  tainted: readonly number[],
  instruction: Instruction,
  isBeforeSection: boolean,
): readonly number[] {
  const isTainting = (isBeforeSection && isSubgroupOperation(instruction)) || readsAny(instruction, tainted);
  if (!isTainting && tainted.length === 0) return tainted;
  const written = numbersOf(instruction.defines);
  const kept = tainted.filter((register) => !written.includes(register));
  return isTainting ? [...kept, ...written].sort((a, b) => a - b) : kept;
}

function numbersOf({ scalars, vectors }: RegisterUse): readonly number[] {
  return [...scalars, ...vectors.map((register) => VECTORS + register)];
}
