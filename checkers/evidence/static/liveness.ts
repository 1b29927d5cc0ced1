import type { DecodedProgram, RegisterUse } from '../../../arch/index.js';
import { SCALAR, successors } from '../../../arch/index.js';

/** Number of vector registers per wave. */
const VECTORS = 256;

/** A set of registers in one register file, one bit each. */
type RegisterSet = Int32Array;

/**
 * Returns the scalar registers that are live before each instruction, by classic backward analysis: those that
 * some path from there reads before writing. Dead registers make no difference to any path from there.
 */
export function liveScalars(program: DecodedProgram): readonly (readonly number[])[] {
  return liveRegisters(program, 'scalars', SCALAR.CONSTANTS);
}

/** Returns the registers that a program reads before writing them on some path. */
export function liveAtStart(program: DecodedProgram): RegisterUse {
  const [scalars = []] = liveScalars(program);
  const [vectors = []] = liveRegisters(program, 'vectors', VECTORS);
  return { scalars, vectors };
}

function liveRegisters(
  { instructions, epilog }: DecodedProgram,
  file: 'scalars' | 'vectors',
  registerCount: number,
): readonly (readonly number[])[] {
  const setOf = (numbers: readonly number[]): RegisterSet => registerSet(numbers, registerCount);
  const live = instructions.map(({ uses }) => setOf(uses[file]));
  const written = instructions.map(({ defines }) => setOf(defines[file]));
  const next = instructions.map((instruction) => successors(instruction, epilog));
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (let index = instructions.length - 1; index >= 0; index--) {
      for (const successor of next[index]) {
        if (successor < live.length && addLive(live[index], live[successor], written[index]))
          hasChanged = true;
      }
    }
  }
  return live.map(registersOf);
}

/** Adds what is live after an instruction and not written by it. Returns whether anything is new. */
function addLive(live: RegisterSet, successor: RegisterSet, written: RegisterSet): boolean {
  let hasChanged = false;
  for (let word = 0; word < live.length; word++) {
    const combined = live[word] | (successor[word] & ~written[word]);
    if (combined !== live[word]) hasChanged = true;
    live[word] = combined;
  }
  return hasChanged;
}

/** Creates a set without constants, which are not registers. */
function registerSet(numbers: readonly number[], registerCount: number): RegisterSet {
  const set = new Int32Array(registerCount >> 5);
  for (const register of numbers) if (register < registerCount) set[register >> 5] |= 1 << register;
  return set;
}

function registersOf(set: RegisterSet): number[] {
  const registers: number[] = [];
  for (let register = 0; register < set.length << 5; register++)
    if (((set[register >> 5] >>> register) & 1) === 1) registers.push(register);
  return registers;
}
