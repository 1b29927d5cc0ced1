import type { DecodedProgram, Instruction } from '../../arch/index.js';

/** Indices of the instructions that may come right after one. */
export function successors(
  { kind, mnemonic, index, target }: Instruction,
  program: DecodedProgram,
): number[] {
  if (kind === 'end' || kind === 'illegal') return [];
  if (kind === 'setpc') return program.epilog === undefined ? [] : [program.epilog.index];
  if (kind !== 'branch') return index + 1 < program.instructions.length ? [index + 1] : [];
  return mnemonic === 's_branch' ? [target] : [index + 1, target];
}

/** Instructions that some way from one of `starts` leads to, those included; ways end after what satisfies `stop`. */
export function reachable(
  program: DecodedProgram,
  starts: readonly number[],
  stop: (instruction: Instruction) => boolean = () => false,
): ReadonlySet<number> {
  const found = new Set<number>(starts);
  for (const index of found) {
    const instruction = program.instructions[index];
    if (stop(instruction)) continue;
    for (const next of successors(instruction, program)) found.add(next);
  }
  return found;
}

/** Whether control runs from `first` to `last` and nowhere else: no branch in between, and none into it. */
export function isStraight({ instructions }: DecodedProgram, first: number, last: number): boolean {
  const between = instructions.slice(first, last);
  const isEntered = instructions.some(({ target }) => target > first && target <= last);
  return !isEntered && between.every(({ kind }) => !['branch', 'setpc', 'end', 'illegal'].includes(kind));
}
