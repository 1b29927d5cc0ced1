import type { Instruction, RegisterUse } from '../../../arch/index.js';
import { SCALAR } from '../../../arch/index.js';

/** Matches operations whose result depends on the active lanes, by name, except lane moves through LDS. */
const CROSS_LANE = /^v_(readfirstlane|readlane|mbcnt)/;

/** Matches operations that count or search the bits of a lane mask. */
const MASK_OPERATION = /^s_(bcnt|ff)[01]_/;

/** Vector registers are numbered from here on, after the scalar operands. */
const VECTORS = 0x1000;

/** Returns whether an instruction is a subgroup operation (S-068). */
function isSubgroupOperation({ mnemonic, memory, uses }: Instruction): boolean {
  if (CROSS_LANE.test(mnemonic) || memory?.betweenLanes === true) return true;
  return MASK_OPERATION.test(mnemonic) && uses.scalars.includes(SCALAR.EXEC_LO);
}

/** Returns whether an instruction reads any of the registers. */
export function readsAny({ uses }: Instruction, registers: readonly number[]): boolean {
  return registers.length > 0 && numbersOf(uses).some((register) => registers.includes(register));
}

/**
 * Returns the registers that, after an instruction, contain subgroup results from before the section or values
 * derived from them. `isBeforeSection` tells whether the path is still before the section.
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
