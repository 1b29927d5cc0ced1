import type { DecodedProgram, Instruction } from '../../arch/index.js';

/** One way of a branch. */
export interface BranchWay {
  readonly pc: number;
  readonly taken: boolean;
}

/** Both ways of a branch to the next instruction are the same. */
export function isConditional({ kind, mnemonic, index, target }: Instruction): boolean {
  return kind === 'branch' && mnemonic.startsWith('s_cbranch') && target >= 0 && target !== index + 1;
}

/** Indices of the instructions that may follow an instruction. */
export function following(
  { kind, mnemonic, index, target }: Instruction,
  epilog: number | undefined,
): number[] {
  if (kind === 'end' || kind === 'illegal') return [];
  if (kind === 'setpc') return epilog === undefined ? [] : [epilog];
  if (mnemonic === 's_branch') return [target];
  return target >= 0 ? [target, index + 1] : [index + 1];
}

/** Indices of the instructions that some path from the start comes to. */
export function reachable({ instructions, epilog }: DecodedProgram): ReadonlySet<number> {
  const reached = new Set([0]);
  for (const index of reached) {
    const instruction = instructions[index];
    if (instruction === undefined) continue;
    for (const next of following(instruction, epilog?.index)) reached.add(next);
  }
  return reached;
}

/** Indices of the instructions that start a stretch of code. */
export function blockStarts({ instructions, epilog }: DecodedProgram): readonly number[] {
  const starts = new Set([0, ...(epilog === undefined ? [] : [epilog.index])]);
  for (const { kind, index, target } of instructions) {
    if (kind !== 'branch') continue;
    if (target >= 0) starts.add(target);
    starts.add(index + 1);
  }
  return [...starts].filter((index) => index < instructions.length).sort((a, b) => a - b);
}
