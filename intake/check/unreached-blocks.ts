import {
  type DecodedProgram,
  getSuccessors,
  type Instruction,
  printInstruction,
  SCALAR,
} from '../../arch/index.js';
import { type BranchOutcome, findBlockStarts } from './code-graph.js';

/** A block that no wave ran, and the path to it. */
export interface UnreachedBlock {
  /** Byte offset of the block's first instruction. */
  readonly pc: number;
  /** The untaken outcome of an executed branch that leads to the block; absent if there is none. */
  readonly way?: BranchOutcome;
  /** The branch, preceded by the instructions that compute its condition. */
  readonly condition: readonly string[];
}

/**
 * Maximum number of instructions to list for a condition. A mask often takes one instruction in addition to the
 * comparison.
 */
const MAX_CONDITION_STEPS = 2;

const COMPARISON = /^(?:s_cmp|s_bitcmp|v_cmp)/;

/** Finds, for each block that no wave ran, the nearest untaken branch outcome that leads to it. */
export function findUnreachedBlocks(
  program: DecodedProgram,
  notRun: readonly number[],
  untakenOutcomes: readonly BranchOutcome[],
): readonly UnreachedBlock[] {
  const { instructions } = program;
  const branches = new Map(instructions.map((instruction) => [instruction.pc, instruction]));
  const starts = new Set(findBlockStarts(program));
  const unvisited = new Set(notRun);
  const outcomeTo = new Map<number, BranchOutcome>();
  let frontier = untakenOutcomes.flatMap((outcome) => {
    const { target, index } = branches.get(outcome.pc)!;
    return [[outcome.taken ? target : index + 1, outcome] as const];
  });
  while (frontier.length > 0) {
    const visited = frontier.filter(([index]) => unvisited.delete(index));
    for (const [index, outcome] of visited) outcomeTo.set(index, outcome);
    frontier = visited.flatMap(([index, outcome]) =>
      findNextBlocks(program, starts, index).map((next) => [next, outcome] as const),
    );
  }
  return notRun.map((index) => {
    const outcome = outcomeTo.get(index);
    const { pc } = instructions[index]!;
    if (outcome === undefined) return { pc, condition: [] };
    return { pc, way: outcome, condition: traceCondition(program, branches.get(outcome.pc)!) };
  });
}

/** Returns the indices at which the successors of a block start. */
function findNextBlocks(
  { instructions, epilog }: DecodedProgram,
  starts: ReadonlySet<number>,
  block: number,
) {
  for (let index = block; index < instructions.length; index++) {
    const next = getSuccessors(instructions[index]!, epilog);
    if (next.length !== 1 || starts.has(next[0]!)) return next;
  }
  return [];
}

function traceCondition(program: DecodedProgram, branch: Instruction): readonly string[] {
  const steps = [branch];
  let registers = branch.uses.scalars;
  while (steps.length <= MAX_CONDITION_STEPS && registers.length > 0) {
    const earliest = steps[0]!;
    const writer = program.instructions.findLast(
      ({ index, defines }) =>
        index < earliest.index && defines.scalars.some((register) => registers.includes(register)),
    );
    if (writer === undefined) break;
    steps.unshift(writer);
    if (COMPARISON.test(writer.mnemonic)) break;
    registers = writer.uses.scalars.filter((register) => !EXEC.includes(register));
  }
  return steps.map(
    (step) => `0x${step.pc.toString(16)} ${printInstruction(step, program.set, program.wave)}`,
  );
}

const EXEC: readonly number[] = [SCALAR.EXEC_LO, SCALAR.EXEC_HI];
