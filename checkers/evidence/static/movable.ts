import { type DecodedProgram, factsOf, getSuccessors, type Instruction } from '../../../arch/index.js';
import { memoise } from '../basics/default-map.js';
import type { StaticReport } from './report.js';

/** Instructions that need not be in the section, because they come before or after all of its accesses. */
export interface MovableCode {
  /** Instructions before all accesses of the section, which could come before its entry wait. */
  readonly beforeAccesses: readonly Instruction[];
  /** Instructions after all accesses of the section, which could follow its exit. Empty if the exit is an export. */
  readonly afterAccesses: readonly Instruction[];
}

/**
 * Whether an instruction takes longer than vector or scalar ALU work, because it involves units outside the SIMD or
 * sleeps.
 */
export function isSlow({ kind }: Instruction): boolean {
  return kind !== 'alu';
}

/**
 * Returns the instructions that a program could move out of its section without other changes. Does not look for
 * independent work between accesses, or consider costs such as register pressure.
 */
export const getMovableCode = memoise(({ program, region, section }: StaticReport): MovableCode => {
  const { instructions, gfx } = program;
  if (section.accesses.size === 0) return { beforeAccesses: [], afterAccesses: [] };
  const next = instructions.map((instruction) => getSuccessors(instruction, program.epilog));
  const after = findReachable(section.accesses, next);
  const before = findReachable(section.accesses, reverseEdges(program, next));
  const inRegion = [...region].sort((a, b) => a - b).filter((index) => !section.accesses.has(index));
  const selectMovable = (indices: readonly number[]): Instruction[] =>
    indices.map((index) => instructions[index]!).filter(canMove);
  return {
    beforeAccesses: selectMovable(inRegion.filter((index) => !after.has(index) && before.has(index))),
    afterAccesses: factsOf(gfx).exitsByExport
      ? []
      : selectMovable(inRegion.filter((index) => !before.has(index))),
  };
});

/** Whether an instruction can be moved. The protocol's waits, fences and register writes must stay in place. */
function canMove({ kind }: Instruction): boolean {
  return kind === 'alu' || kind === 'memory' || kind === 'export' || kind === 'sleep';
}

/** Returns the indices of the instructions that may run after any of `sources`. */
function findReachable(sources: ReadonlySet<number>, next: readonly (readonly number[])[]) {
  const reachable = new Set([...sources].flatMap((index) => next[index]!));
  for (const index of reachable) for (const successor of next[index] ?? []) reachable.add(successor);
  return reachable;
}

function reverseEdges({ instructions }: DecodedProgram, next: readonly (readonly number[])[]): number[][] {
  const previous: number[][] = instructions.map(() => []);
  next.forEach((nextIndices, index) => {
    for (const successor of nextIndices) previous[successor]?.push(index);
  });
  return previous;
}
