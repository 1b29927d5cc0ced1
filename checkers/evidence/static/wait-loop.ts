import { type DecodedProgram, getSuccessors, type Instruction } from '../../../arch/index.js';

/**
 * Finds the innermost loop around an instruction, as a set of instruction indices. The set is empty if the
 * instruction is not in a loop. A waiting wave repeats a poll within its loop, whereas a wave that runs its entry
 * sequence again reaches the poll from outside the loop.
 */
export class WaitLoops {
  private readonly successors: readonly (readonly number[])[];
  private readonly loops = new Map<number, ReadonlySet<number>>();

  constructor({ instructions, epilog }: DecodedProgram) {
    this.successors = instructions.map((instruction) => getSuccessors(instruction, epilog));
  }

  /** Returns the indices of the instructions in the loop around an instruction. */
  findLoopAround({ index }: Instruction): ReadonlySet<number> {
    const cached = this.loops.get(index);
    if (cached !== undefined) return cached;
    const loop = this.findInnermost(index);
    this.loops.set(index, loop);
    return loop;
  }

  /**
   * Returns the innermost loop. Removes outer loops one at a time by excluding their first instruction; whatever
   * still forms a cycle is an inner loop.
   */
  private findInnermost(index: number): ReadonlySet<number> {
    const loopStarts = new Set<number>();
    let loop = this.findCycle(index, loopStarts);
    for (;;) {
      const [loopStart, ...others] = this.findEntries(loop);
      if (loopStart === undefined || others.length > 0) return loop;
      loopStarts.add(loopStart);
      const inner = this.findCycle(index, loopStarts);
      if (inner.size === 0) return loop;
      loop = inner;
    }
  }

  /** Returns the instructions on paths from an instruction back to itself that avoid the starts of outer loops. */
  private findCycle(index: number, loopStarts: ReadonlySet<number>): Set<number> {
    if (loopStarts.has(index)) return new Set();
    const isInside = (i: number): boolean => i < this.successors.length && !loopStarts.has(i);
    const predecessors: number[][] = this.successors.map(() => []);
    for (const [i, targets] of this.successors.entries())
      for (const target of targets) if (target < predecessors.length) predecessors[target].push(i);
    const descendants = findReachable(this.successors[index], (i) => this.successors[i], isInside);
    const ancestors = findReachable(predecessors[index], (i) => predecessors[i], isInside);
    return new Set([...descendants].filter((i) => ancestors.has(i)));
  }

  /** Returns the indices at which a loop is entered from outside. */
  private findEntries(loop: ReadonlySet<number>): number[] {
    const entries = new Set<number>(loop.has(0) ? [0] : []);
    for (const [i, targets] of this.successors.entries())
      if (!loop.has(i)) for (const target of targets) if (loop.has(target)) entries.add(target);
    return [...entries];
  }
}

function findReachable(
  starts: readonly number[],
  getNext: (i: number) => readonly number[],
  isInside: (i: number) => boolean,
): Set<number> {
  const reached = new Set<number>();
  const pending = starts.filter(isInside);
  for (let i = pending.pop(); i !== undefined; i = pending.pop()) {
    if (reached.has(i)) continue;
    reached.add(i);
    pending.push(...getNext(i).filter(isInside));
  }
  return reached;
}
