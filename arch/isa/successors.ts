import type { EpilogLocation, Instruction } from './instruction.js';

/**
 * Returns the indices of the instructions that may run after the given one. The list is empty after an end
 * instruction, an undecodable word, or a branch out of the program. If execution can run off the end, the list
 * includes the index one past the last instruction. `s_setpc` reaches only the epilog.
 */
export function getSuccessors(
  { kind, mnemonic, index, target }: Instruction,
  epilog: EpilogLocation | undefined,
): number[] {
  if (kind === 'end' || kind === 'illegal') return [];
  if (kind === 'setpc') return epilog === undefined ? [] : [epilog.index];
  if (mnemonic === 's_branch') return [target];
  return target >= 0 ? [target, index + 1] : [index + 1];
}
