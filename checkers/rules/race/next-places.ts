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
 * Where a program waits, and where it touches what a load writes: for each instruction, and for the end, the index of
 * the first one from there on that does. An index past every program where none does.
 */
export class NextPlaces {
  readonly #waits: Int32Array;
  /** By the index of the load. */
  readonly #touches: (Int32Array | undefined)[] = [];

  constructor(private readonly program: DecodedProgram) {
    this.#waits = tableOf(program, ({ wait }) => wait !== undefined);
  }

  /** First instruction from `from` on that waits for counters. */
  wait(from: number): number {
    return this.#waits[from];
  }

  /** First instruction from `from` on that reads or overwrites a register which `load`, one of the program, writes. */
  touch({ index, defines }: Instruction, from: number): number {
    this.#touches[index] ??= tableOf(this.program, (other) => {
      const { uses, defines: written } = certainRegisters(other);
      return meet(uses, defines) || meet(written, defines);
    });
    return this.#touches[index][from];
  }
}

function tableOf({ instructions }: DecodedProgram, has: (instruction: Instruction) => boolean): Int32Array {
  const next = new Int32Array(instructions.length + 1).fill(NOWHERE);
  for (let i = instructions.length - 1; i >= 0; i--) next[i] = has(instructions[i]) ? i : next[i + 1];
  return next;
}

/** The places of a program, worked out once. */
export const nextPlacesOf = oncePerProgram((program) => new NextPlaces(program));

/** Whether two sets of registers have one in common. */
export function meet(a: RegisterUse, b: RegisterUse): boolean {
  return contain(a.vectors, b.vectors) || contain(a.scalars, b.scalars);
}

function contain(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < b.length; i++) {
    for (let j = 0; j < a.length; j++) {
      if (a[j] === b[i]) return true;
    }
  }
  return false;
}
