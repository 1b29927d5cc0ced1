import {
  type DecodedProgram,
  type Instruction,
  oncePerProgram,
  type RegisterUse,
} from '../../../arch/index.js';
import { getCertainRegisters } from '../../evidence/program/certain-registers.js';

/** An index past the end of every program. */
const PAST_END = 0x7fffffff;

/**
 * Finds where a program waits, and where it touches the destination of a load. Each table holds, for every
 * instruction and the end, the index of the first such instruction at or after it, or an index past every
 * program if there is none.
 */
export class NextPlaces {
  readonly #waits: Int32Array;
  /** The touches, by the index of the load. */
  readonly #touches: (Int32Array | undefined)[] = [];

  constructor(private readonly program: DecodedProgram) {
    this.#waits = buildTable(program, ({ wait }) => wait !== undefined);
  }

  /** Returns the first instruction at or after `from` that waits for counters. */
  nextWait(from: number): number {
    return this.#waits[from];
  }

  /** Returns the first instruction at or after `from` that reads or overwrites a register that `load` writes. */
  nextTouch({ index, defines }: Instruction, from: number): number {
    this.#touches[index] ??= buildTable(this.program, (other) => {
      const { uses, defines: written } = getCertainRegisters(other);
      return registersIntersect(uses, defines) || registersIntersect(written, defines);
    });
    return this.#touches[index][from];
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

/** Returns a program's `NextPlaces`, which are computed only once. */
export const getNextPlaces = oncePerProgram((program) => new NextPlaces(program));

/** Returns whether two register sets intersect. */
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
