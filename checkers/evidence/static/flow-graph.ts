import { getSuccessors, memoisePerProgram } from '../../../arch/index.js';

/** For each instruction of a program, by index, the instructions that may follow it and those that may precede it. */
interface FlowGraph {
  readonly next: readonly (readonly number[])[];
  readonly previous: readonly (readonly number[])[];
}

/** Returns the graph of a program's instructions. */
export const getFlowGraph = memoisePerProgram(({ instructions, epilog }): FlowGraph => {
  const next = instructions.map((instruction) => getSuccessors(instruction, epilog));
  const previous: number[][] = instructions.map(() => []);
  for (const [index, successors] of next.entries())
    for (const successor of successors) previous[successor]?.push(index);
  return { next, previous };
});

/** Returns the starts and everything reachable from them along edges, without leaving `isInside`. */
export function findReachable(
  starts: readonly number[],
  edges: readonly (readonly number[])[],
  isInside: (index: number) => boolean = () => true,
): ReadonlySet<number> {
  const reached = new Set(starts.filter(isInside));
  for (const index of reached)
    for (const neighbour of edges[index] ?? []) if (isInside(neighbour)) reached.add(neighbour);
  return reached;
}
