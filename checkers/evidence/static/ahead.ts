import { type DecodedProgram, type Instruction, successors } from '../../../arch/index.js';

/** By index, 1 if some path leads to an instruction of that kind, including itself. */
export function ahead(
  { instructions, epilog }: DecodedProgram,
  isMeant: (instruction: Instruction) => boolean,
): Uint8Array {
  const leads = Uint8Array.from(instructions, (instruction) => Number(isMeant(instruction)));
  const next = instructions.map((instruction) => successors(instruction, epilog));
  for (let changed = leads.includes(1); changed; ) {
    changed = false;
    for (let index = instructions.length - 1; index >= 0; index--) {
      if (leads[index] === 1 || !next[index].some((follower) => leads[follower] === 1)) continue;
      leads[index] = 1;
      changed = true;
    }
  }
  return leads;
}
