import { type DecodedProgram, getSuccessors, type Instruction } from '../../arch/index.js';

/** Returns the indices of an instruction's possible successors within the program. */
export function findSuccessors(instruction: Instruction, program: DecodedProgram): number[] {
  return getSuccessors(instruction, program.epilog).filter((index) => index < program.instructions.length);
}

/**
 * Returns the indices of the instructions that are reachable from any of `starts`, including `starts` themselves.
 * Paths end after instructions that satisfy `stop`.
 */
export function findReachable(
  program: DecodedProgram,
  starts: readonly number[],
  stop: (instruction: Instruction) => boolean = () => false,
): ReadonlySet<number> {
  const found = new Set<number>(starts);
  for (const index of found) {
    const instruction = program.instructions[index];
    if (stop(instruction)) continue;
    for (const next of findSuccessors(instruction, program)) found.add(next);
  }
  return found;
}

/** Returns whether control always falls through from `first` to `last`, without branches out of or into the range. */
export function isStraightLine({ instructions }: DecodedProgram, first: number, last: number): boolean {
  const range = instructions.slice(first, last);
  const isEntered = instructions.some(({ target }) => target > first && target <= last);
  return !isEntered && range.every(({ kind }) => !['branch', 'setpc', 'end', 'illegal'].includes(kind));
}
