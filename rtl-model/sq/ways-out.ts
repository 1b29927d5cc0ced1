import { type Instruction, memoisePerProgram } from '../../arch/index.js';

/**
 * For each instruction, 1 if some path leads from it out of the program: to its end, to an instruction that halts, or
 * to an address known only at run time. A wave that reaches an instruction with 0 runs forever.
 */
export const findWaysOut = memoisePerProgram(({ instructions }): Uint8Array => {
  const ways = new Uint8Array(instructions.length);
  for (let changed = true; changed; ) {
    changed = false;
    for (let index = ways.length - 1; index >= 0; index--) {
      if (ways[index] === 1 || !leadsOut(instructions[index]!, ways)) continue;
      ways[index] = 1;
      changed = true;
    }
  }
  return ways;
});

function leadsOut({ kind, mnemonic, target, index }: Instruction, ways: Uint8Array): boolean {
  if (kind === 'end' || kind === 'setpc' || kind === 'illegal') return true;
  const fallsThrough = ways[index + 1] !== 0;
  if (kind !== 'branch') return fallsThrough;
  return ways[target] !== 0 || (mnemonic !== 's_branch' && fallsThrough);
}
