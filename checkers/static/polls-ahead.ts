import type { DecodedProgram } from '../../arch/index.js';
import { successors } from './liveness.js';

/** Indices of the instructions from which some way leads to a read of the exiting id, those reads included. */
export function pollsAhead({ instructions, epilog }: DecodedProgram): ReadonlySet<number> {
  const ahead = new Set<number>();
  for (let size = -1; size < ahead.size; ) {
    size = ahead.size;
    for (let index = instructions.length - 1; index >= 0; index--) {
      const instruction = instructions[index];
      const leads = successors(instruction, epilog?.index).some((next) => ahead.has(next));
      if (leads || instruction.readsExitingId) ahead.add(index);
    }
  }
  return ahead;
}
