import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { findReachable, getFlowGraph } from './flow-graph.js';

/**
 * Finds the innermost loop around an instruction, as a set of instruction indices. The set is empty if the
 * instruction is not in a loop. A waiting wave repeats a poll within its loop, whereas a wave that runs its entry
 * sequence again reaches the poll from outside the loop.
 */
export class WaitLoops {
  private readonly loops = new Map<number, ReadonlySet<number>>();

  constructor(private readonly program: DecodedProgram) {}

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
    const { next, previous } = getFlowGraph(this.program);
    const isInside = (i: number): boolean => i < next.length && !loopStarts.has(i);
    const ancestors = findReachable(previous[index], previous, isInside);
    return new Set([...findReachable(next[index], next, isInside)].filter((i) => ancestors.has(i)));
  }

  /** Returns the indices at which a loop is entered from outside. */
  private findEntries(loop: ReadonlySet<number>): number[] {
    const entries = new Set<number>(loop.has(0) ? [0] : []);
    for (const [i, targets] of getFlowGraph(this.program).next.entries())
      if (!loop.has(i)) for (const target of targets) if (loop.has(target)) entries.add(target);
    return [...entries];
  }
}
