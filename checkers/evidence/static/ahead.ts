import { type DecodedProgram, getSuccessors, type Instruction } from '../../../arch/index.js';

/** Returns an array with 1 for each instruction that is a target or can reach one, and 0 for all others. */
export function markInstructionsLeadingTo(
  { instructions, epilog }: DecodedProgram,
  isTarget: (instruction: Instruction) => boolean,
): Uint8Array {
  const leadsToTarget = Uint8Array.from(instructions, (instruction) => Number(isTarget(instruction)));
  const next = instructions.map((instruction) => getSuccessors(instruction, epilog));
  for (let hasChanged = leadsToTarget.includes(1); hasChanged; ) {
    hasChanged = false;
    for (let index = instructions.length - 1; index >= 0; index--) {
      if (leadsToTarget[index] === 1 || !next[index].some((successor) => leadsToTarget[successor] === 1))
        continue;
      leadsToTarget[index] = 1;
      hasChanged = true;
    }
  }
  return leadsToTarget;
}
