import {
  type DecodedProgram,
  type Instruction,
  memoisePerProgram,
  type RegisterUse,
} from '../../../arch/index.js';
import { getCertainRegisters } from '../../evidence/program/certain-registers.js';

/** An index past the end of every program. */
const PAST_END = 0x7fffffff;

/**
 * Finds a program's next instruction that waits or that accesses a load's destination. Each table maps an index
 * (including one past the end) to the first match at or after it, or to `PAST_END`.
 */
export class HazardLookup {
  readonly #waits: Int32Array;
  /** For each load, by index, the next instruction that accesses its destination. */
  readonly #nextAccesses: (Int32Array | undefined)[] = [];

  constructor(private readonly program: DecodedProgram) {
    this.#waits = buildTable(program, ({ wait }) => wait !== undefined);
  }

  /** Returns the index of the first instruction at or after `from` that waits for counters. */
  findNextWait(from: number): number {
    return this.#waits[from];
  }

  /** Returns the index of the first instruction at or after `from` that reads or overwrites a load's destination. */
  findNextAccess({ index, defines }: Instruction, from: number): number {
    this.#nextAccesses[index] ??= buildTable(this.program, (instruction) => {
      const { uses, defines: written } = getCertainRegisters(instruction);
      return registersIntersect(uses, defines) || registersIntersect(written, defines);
    });
    return this.#nextAccesses[index][from];
  }
}

function buildTable(
  { instructions }: DecodedProgram,
  matches: (instruction: Instruction) => boolean,
): Int32Array {
  const next = new Int32Array(instructions.length + 1).fill(PAST_END);
  for (let i = instructions.length - 1; i >= 0; i--) next[i] = matches(instructions[i]) ? i : next[i + 1];
  return next;
}

/** Returns a program's `HazardLookup`, which is cached. */
export const getHazardLookup = memoisePerProgram((program) => new HazardLookup(program));

/** Whether two register sets intersect. */
export function registersIntersect(a: RegisterUse, b: RegisterUse): boolean {
  return intersects(a.vectors, b.vectors) || intersects(a.scalars, b.scalars);
}

function intersects(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < b.length; i++) {
    for (let j = 0; j < a.length; j++) {
      if (a[j] === b[i]) return true;
    }
  }
  return false;
}
