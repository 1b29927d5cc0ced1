import type { EpilogPlace, Instruction } from './instruction.js';

/**
 * Indices of an instruction's possible successors; one past the last if control runs off the program, none after undecodable
 * words and branches out of it.
 */
export function successors(
  { kind, mnemonic, index, target }: Instruction,
  epilog: EpilogPlace | undefined,
): number[] {
  if (kind === 'end' || kind === 'illegal') return [];
  if (kind === 'setpc') return epilog === undefined ? [] : [epilog.index];
  if (mnemonic === 's_branch') return [target];
  return target >= 0 ? [target, index + 1] : [index + 1];
}
