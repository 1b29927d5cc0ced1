import {
  type DecodedProgram,
  type Instruction,
  printInstruction,
  SCALAR,
  successors,
} from '../../arch/index.js';
import { type BranchOutcome, blockStarts } from './code-graph.js';

/** A block of code that no wave ran, and the path to it. */
export interface UnreachedBlock {
  /** Byte offset of its first instruction. */
  readonly pc: number;
  /** The untaken outcome of an executed branch that leads there; absent if there is none. */
  readonly way?: BranchOutcome;
  /** The branch, preceded by the instructions that compute its condition. */
  readonly condition: readonly string[];
}

/** Maximum number of instructions that compute a condition to name: a mask often needs one more than its comparison. */
const CONDITION_STEPS = 2;

const COMPARES = /^(?:s_cmp|s_bitcmp|v_cmp)/;

/** For each block that no wave ran, the nearest untaken branch outcome that leads to it. */
export function unreachedBlocks(
  program: DecodedProgram,
  notRun: readonly number[],
  openOutcomes: readonly BranchOutcome[],
): readonly UnreachedBlock[] {
  const { instructions } = program;
  const branches = new Map(instructions.map((each) => [each.pc, each]));
  const starts = new Set(blockStarts(program));
  const unvisited = new Set(notRun);
  const wayTo = new Map<number, BranchOutcome>();
  let frontier = openOutcomes.flatMap((way) => {
    const { target, index } = branches.get(way.pc)!;
    return [[way.taken ? target : index + 1, way] as const];
  });
  while (frontier.length > 0) {
    const found = frontier.filter(([index]) => unvisited.delete(index));
    for (const [index, way] of found) wayTo.set(index, way);
    frontier = found.flatMap(([index, way]) =>
      blocksAfter(program, starts, index).map((next) => [next, way] as const),
    );
  }
  return notRun.map((index) => {
    const way = wayTo.get(index);
    const { pc } = instructions[index]!;
    if (way === undefined) return { pc, condition: [] };
    return { pc, way, condition: conditionOf(program, branches.get(way.pc)!) };
  });
}

/** Successors of a block. */
function blocksAfter({ instructions, epilog }: DecodedProgram, starts: ReadonlySet<number>, block: number) {
  for (let index = block; index < instructions.length; index++) {
    const next = successors(instructions[index]!, epilog);
    if (next.length !== 1 || starts.has(next[0]!)) return next;
  }
  return [];
}

function conditionOf(program: DecodedProgram, branch: Instruction): readonly string[] {
  const steps = [branch];
  let registers = branch.uses.scalars;
  while (steps.length <= CONDITION_STEPS && registers.length > 0) {
    const first = steps[0]!;
    const writer = program.instructions.findLast(
      ({ index, defines }) =>
        index < first.index && defines.scalars.some((register) => registers.includes(register)),
    );
    if (writer === undefined) break;
    steps.unshift(writer);
    if (COMPARES.test(writer.mnemonic)) break;
    registers = writer.uses.scalars.filter((register) => !EXEC.includes(register));
  }
  return steps.map(
    (each) => `0x${each.pc.toString(16)} ${printInstruction(each, program.set, program.wave)}`,
  );
}

const EXEC: readonly number[] = [SCALAR.EXEC_LO, SCALAR.EXEC_HI];
