import type { DecodedProgram, Instruction } from '../../arch/index.js';
import { SCALAR } from '../../arch/index.js';

/** Words of a set of scalar registers, one bit each. */
const WORDS = SCALAR.CONSTANTS / 32;

/** A set of scalar registers. */
type ScalarSet = Int32Array;

/**
 * Scalar registers that are live ahead of each instruction (the classic backward analysis: read before they are written on
 * some way from there). What is dead makes no difference to any path that goes on from a place.
 */
export function liveScalars({ instructions, epilog }: DecodedProgram): readonly (readonly number[])[] {
  const live = instructions.map(({ uses }) => setOf(uses.scalars));
  const written = instructions.map(({ defines }) => setOf(defines.scalars));
  const next = instructions.map((instruction) => successors(instruction, epilog?.index));
  for (let changed = true; changed; ) {
    changed = false;
    for (let index = instructions.length - 1; index >= 0; index--) {
      for (const behind of next[index]) {
        if (behind < live.length && join(live[index], live[behind], written[index])) changed = true;
      }
    }
  }
  return live.map(registersOf);
}

/** Indices of what may come next; nothing does behind what nobody can decode, and behind branches out of the program. */
export function successors(
  { kind, mnemonic, index, target }: Instruction,
  epilog: number | undefined,
): number[] {
  if (kind === 'end' || kind === 'illegal') return [];
  if (kind === 'setpc') return epilog === undefined ? [] : [epilog];
  if (mnemonic === 's_branch') return [target];
  return target >= 0 ? [target, index + 1] : [index + 1];
}

/** Takes in what is live behind an instruction and not written by it; tells whether anything is new. */
function join(live: ScalarSet, behind: ScalarSet, written: ScalarSet): boolean {
  let changed = false;
  for (let word = 0; word < WORDS; word++) {
    const joined = live[word] | (behind[word] & ~written[word]);
    if (joined !== live[word]) changed = true;
    live[word] = joined;
  }
  return changed;
}

/** Constants are no registers and stay out. */
function setOf(registers: readonly number[]): ScalarSet {
  const set = new Int32Array(WORDS);
  for (const register of registers) if (register < SCALAR.CONSTANTS) set[register >> 5] |= 1 << register;
  return set;
}

function registersOf(set: ScalarSet): number[] {
  const registers: number[] = [];
  for (let register = 0; register < SCALAR.CONSTANTS; register++)
    if (((set[register >> 5] >>> register) & 1) === 1) registers.push(register);
  return registers;
}
