import { type DecodedProgram, type RegisterUse, SCALAR } from '../../../arch/index.js';
import { getFlowGraph } from './flow-graph.js';

const VECTOR_COUNT = 256;

/** A set of registers from one register file, with one bit per register. */
type RegisterSet = Int32Array;

/**
 * Returns the scalar registers that are live before each instruction, that is, read on some path before they
 * are written. Uses standard backward analysis.
 */
export function findLiveScalars(program: DecodedProgram): readonly (readonly number[])[] {
  return findLiveRegisters(program, 'scalars', SCALAR.CONSTANTS);
}

/** Returns the registers that any path through a program reads before writing them. */
export function findLiveAtStart(program: DecodedProgram): RegisterUse {
  const [scalars = []] = findLiveScalars(program);
  const [vectors = []] = findLiveRegisters(program, 'vectors', VECTOR_COUNT);
  return { scalars, vectors };
}

function findLiveRegisters(
  program: DecodedProgram,
  file: 'scalars' | 'vectors',
  registerCount: number,
): readonly (readonly number[])[] {
  const { instructions } = program;
  const toSet = (numbers: readonly number[]): RegisterSet => createSet(numbers, registerCount);
  const live = instructions.map(({ uses }) => toSet(uses[file]));
  const written = instructions.map(({ defines }) => toSet(defines[file]));
  const { next } = getFlowGraph(program);
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (let index = instructions.length - 1; index >= 0; index--)
      for (const successor of next[index])
        if (successor < live.length && addLive(live[index], live[successor], written[index]))
          hasChanged = true;
  }
  return live.map(listRegisters);
}

/** Adds the registers that are live after an instruction, except those it writes. Returns whether any were new. */
function addLive(live: RegisterSet, successor: RegisterSet, written: RegisterSet): boolean {
  let hasChanged = false;
  for (let word = 0; word < live.length; word++) {
    const combined = live[word] | (successor[word] & ~written[word]);
    if (combined !== live[word]) hasChanged = true;
    live[word] = combined;
  }
  return hasChanged;
}

function createSet(numbers: readonly number[], registerCount: number): RegisterSet {
  const set = new Int32Array(registerCount >> 5);
  for (const register of numbers) if (register < registerCount) set[register >> 5] |= 1 << register;
  return set;
}

function listRegisters(set: RegisterSet): number[] {
  const registers: number[] = [];
  for (let register = 0; register < set.length << 5; register++)
    if (((set[register >> 5] >>> register) & 1) === 1) registers.push(register);
  return registers;
}
