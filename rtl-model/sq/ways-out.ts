import { type Instruction, memoisePerProgram } from '../../arch/index.js';

/**
 * Returns, for each instruction, 1 if any path from it leads out of the program: to its end, to an instruction that
 * halts, or to an address known only at run time. A wave that reaches an instruction with 0 runs forever.
 */
export const findWaysOut = memoisePerProgram(({ instructions }): Uint8Array => {
  const hasWayOut = new Uint8Array(instructions.length);
  for (let changed = true; changed; ) {
    changed = false;
    for (let index = hasWayOut.length - 1; index >= 0; index--) {
      if (hasWayOut[index] === 1 || !leadsOut(instructions[index]!, hasWayOut)) continue;
      hasWayOut[index] = 1;
      changed = true;
    }
  }
  return hasWayOut;
});

function leadsOut({ kind, mnemonic, target, index }: Instruction, hasWayOut: Uint8Array): boolean {
  if (kind === 'end' || kind === 'setpc' || kind === 'illegal') return true;
  const fallsThrough = hasWayOut[index + 1] !== 0;
  if (kind !== 'branch') return fallsThrough;
  return hasWayOut[target] !== 0 || (mnemonic !== 's_branch' && fallsThrough);
}
