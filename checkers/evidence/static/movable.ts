import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { factsOf, successors } from '../../../arch/index.js';
import type { StaticReport } from './report.js';

/**
 * The instructions of a section that could be outside it, since they precede or follow all of its accesses.
 */
export interface Movable {
  /** Instructions before every access of the section, which could precede its entry wait. */
  readonly ahead: readonly Instruction[];
  /**
   * Instructions after every access, which could follow the exit. There are none if an export is the exit.
   */
  readonly behind: readonly Instruction[];
}

const CACHE = new WeakMap<StaticReport, Movable>();

/**
 * Returns what a program could move out of its section without further changes. It does not search for
 * independent work between accesses, and does not consider costs such as registers.
 */
export function movableOf(report: StaticReport): Movable {
  let movable = CACHE.get(report);
  if (movable === undefined) {
    movable = findMovable(report);
    CACHE.set(report, movable);
  }
  return movable;
}

/**
 * Returns whether an instruction takes longer than vector or scalar ALU work, because it leaves the wave or
 * sleeps.
 */
export function isSlow({ kind }: Instruction): boolean {
  return kind !== 'alu';
}

function findMovable({ program, region, section }: StaticReport): Movable {
  const { instructions, gfx } = program;
  if (section.accesses.size === 0) return { ahead: [], behind: [] };
  const next = instructions.map((instruction) => successors(instruction, program.epilog));
  const later = reachableFrom(section.accesses, next);
  const earlier = reachableFrom(section.accesses, reversed(program, next));
  const inRegion = [...region].sort((a, b) => a - b).filter((index) => !section.accesses.has(index));
  const movableAt = (indices: readonly number[]): Instruction[] =>
    indices.map((index) => instructions[index]!).filter(canMove);
  return {
    ahead: movableAt(inRegion.filter((index) => !later.has(index) && earlier.has(index))),
    behind: factsOf(gfx).exitsByExport ? [] : movableAt(inRegion.filter((index) => !earlier.has(index))),
  };
}

/**
 * Returns whether an instruction can move. The waits, fences and register writes of the protocol stay in
 * place.
 */
function canMove({ kind }: Instruction): boolean {
  return kind === 'alu' || kind === 'memory' || kind === 'export' || kind === 'sleep';
}

/** Returns the indices of the instructions that may run after any of the sources. */
function reachableFrom(
  sources: ReadonlySet<number>,
  next: readonly (readonly number[])[],
): ReadonlySet<number> {
  const reachable = new Set([...sources].flatMap((index) => next[index]!));
  for (const index of reachable) for (const successor of next[index] ?? []) reachable.add(successor);
  return reachable;
}

function reversed({ instructions }: DecodedProgram, next: readonly (readonly number[])[]): number[][] {
  const previous: number[][] = instructions.map(() => []);
  next.forEach((successorsHere, index) => {
    for (const successor of successorsHere) previous[successor]?.push(index);
  });
  return previous;
}
