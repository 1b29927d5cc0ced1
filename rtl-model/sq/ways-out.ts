import { type Instruction, memoisePerProgram } from '../../arch/index.js';

/**
 * Returns, for each instruction, 1 if any path from it leads out of the program: to its end, to an instruction that
 * halts, or to an address known only at run time. A wave that reaches an instruction marked 0 runs forever.
 */
export const findWaysOut = memoisePerProgram(({ instructions }): Uint8Array => {
  const canExit = new Uint8Array(instructions.length);
  for (let changed = true; changed; ) {
    changed = false;
    for (let index = canExit.length - 1; index >= 0; index--) {
      if (canExit[index] === 1 || !reachesExit(instructions[index]!, canExit)) continue;
      canExit[index] = 1;
      changed = true;
    }
  }
  return canExit;
});

function reachesExit({ kind, mnemonic, target, index }: Instruction, canExit: Uint8Array): boolean {
  if (kind === 'end' || kind === 'setpc' || kind === 'illegal') return true;
  const fallsThrough = canExit[index + 1] !== 0;
  if (kind !== 'branch') return fallsThrough;
  return canExit[target] !== 0 || (mnemonic !== 's_branch' && fallsThrough);
}
