import {
  type DecodedProgram,
  decodeMaskOperation,
  getSuccessors,
  type Instruction,
  NO_LANES_CODE,
  SCALAR,
} from '../../arch/index.js';

/** One outcome of a conditional branch. */
export interface BranchOutcome {
  readonly pc: number;
  readonly taken: boolean;
}

/** Whether an instruction is a branch with two outcomes. A branch to the next instruction has only one. */
export function isConditional({ kind, mnemonic, index, target }: Instruction): boolean {
  return kind === 'branch' && mnemonic.startsWith('s_cbranch') && target >= 0 && target !== index + 1;
}

/** Returns the indices of the instructions reachable from the start, given that no lane is active once EXEC is zero. */
export function findReachable(program: DecodedProgram): ReadonlySet<number> {
  const { instructions, epilog } = program;
  const starts = new Set(findBlockStarts(program));
  const reached = new Set([0]);
  for (const index of reached) {
    const instruction = instructions[index];
    if (instruction === undefined) continue;
    const hasNoLanes = !starts.has(index) && clearsExec(program, instructions[index - 1]);
    const next = hasNoLanes ? findSuccessorWithNoLanes(instruction) : undefined;
    for (const successor of next ?? getSuccessors(instruction, epilog)) reached.add(successor);
  }
  return reached;
}

/** Returns the successor of a branch on EXEC when no lane is active, or undefined for other instructions. */
function findSuccessorWithNoLanes({ mnemonic, index, target }: Instruction): number[] | undefined {
  if (mnemonic === 's_cbranch_execz') return [target];
  return mnemonic === 's_cbranch_execnz' ? [index + 1] : undefined;
}

/** Whether an instruction sets EXEC to zero. */
function clearsExec({ set, wave }: DecodedProgram, instruction: Instruction | undefined): boolean {
  const mask = instruction === undefined ? undefined : decodeMaskOperation(instruction, set, wave);
  if (mask === undefined || mask.sources[0] !== NO_LANES_CODE) return false;
  const { operator, exec, destination } = mask;
  return exec === undefined ? operator === 'move' && destination === SCALAR.EXEC_LO : operator === 'and';
}

/** Returns the indices of the instructions that start a basic block. */
export function findBlockStarts({ instructions, epilog }: DecodedProgram): readonly number[] {
  const starts = new Set([0, ...(epilog === undefined ? [] : [epilog.index])]);
  for (const { kind, index, target } of instructions) {
    if (kind !== 'branch') continue;
    if (target >= 0) starts.add(target);
    starts.add(index + 1);
  }
  return [...starts].filter((index) => index < instructions.length).sort((a, b) => a - b);
}
