import {
  type DecodedProgram,
  type Instruction,
  oncePerProgram,
  type RegisterUse,
} from '../../../arch/index.js';
import { certainRegisters } from '../../evidence/program/certain-registers.js';

/** Index that no program reaches. */
const NOWHERE = 0x7fffffff;

/**
 * Where a program waits, and where it touches a load's destination: for each instruction, and the end, the index of
 * the first such instruction from there. An index past every program if there is none.
 */
export class NextPlaces {
  readonly #waits: Int32Array;
  /** By the index of the load. */
  readonly #touches: (Int32Array | undefined)[] = [];

  constructor(private readonly program: DecodedProgram) {
    this.#waits = tableOf(program, ({ wait }) => wait !== undefined);
  }

  /** First instruction from `from` that waits for counters. */
  nextWait(from: number): number {
    return this.#waits[from];
  }

  /** First instruction from `from` that reads or overwrites a register written by `load`. */
  nextTouch({ index, defines }: Instruction, from: number): number {
    this.#touches[index] ??= tableOf(this.program, (other) => {
      const { uses, defines: written } = certainRegisters(other);
      return registersIntersect(uses, defines) || registersIntersect(written, defines);
    });
    return this.#touches[index][from];
  }
}

function tableOf({ instructions }: DecodedProgram, has: (instruction: Instruction) => boolean): Int32Array {
  const next = new Int32Array(instructions.length + 1).fill(NOWHERE);
  for (let i = instructions.length - 1; i >= 0; i--) next[i] = has(instructions[i]) ? i : next[i + 1];
  return next;
}

/** The places of a program, computed once. */
export const nextPlacesOf = oncePerProgram((program) => new NextPlaces(program));

/** Whether two register sets intersect. */
export function registersIntersect(a: RegisterUse, b: RegisterUse): boolean {
  return haveCommon(a.vectors, b.vectors) || haveCommon(a.scalars, b.scalars);
}

function haveCommon(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < b.length; i++) {
    for (let j = 0; j < a.length; j++) {
      if (a[j] === b[i]) return true;
    }
  }
  return false;
}
