import type { EpilogLocation, Instruction } from './instruction.js';

/**
 * Returns the indices of the instructions that may run after the given one. There are none after an end, undecodable
 * words or a branch out of the program. The index is one past the last instruction if execution runs off the end.
 * `s_setpc` only reaches the epilog.
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
