import { type DecodedProgram, type Instruction, successors } from '../../../arch/index.js';

/** Returns, by index, 1 if the instruction or one on some path from it is a target. */
export function ahead(
  { instructions, epilog }: DecodedProgram,
  isTarget: (instruction: Instruction) => boolean,
): Uint8Array {
  const leads = Uint8Array.from(instructions, (instruction) => Number(isTarget(instruction)));
  const next = instructions.map((instruction) => successors(instruction, epilog));
  for (let hasChanged = leads.includes(1); hasChanged; ) {
    hasChanged = false;
    for (let index = instructions.length - 1; index >= 0; index--) {
      if (leads[index] === 1 || !next[index].some((follower) => leads[follower] === 1)) continue;
      leads[index] = 1;
      hasChanged = true;
    }
  }
  return leads;
}
