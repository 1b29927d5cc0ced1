import type { DecodedProgram, Instruction } from '../../arch/index.js';
import { SCALAR } from '../../arch/index.js';

/** Scalar registers whose values something may still read; one byte each, 1 where it may. */
type LiveScalars = Uint8Array;

/**
 * Scalar registers that are live ahead of each instruction (the classic backward analysis: read before they are written on
 * some way from there). What is dead makes no difference to any path that goes on from a place.
 */
export function liveScalars({ instructions, epilog }: DecodedProgram): readonly (readonly number[])[] {
  const live = instructions.map(() => new Uint8Array(SCALAR.CONSTANTS));
  for (let changed = true; changed; ) {
    changed = false;
    for (let index = instructions.length - 1; index >= 0; index--) {
      const instruction = instructions[index];
      const behind = successors(instruction, epilog?.index).flatMap((next) => live[next] ?? []);
      if (join(live[index], instruction, behind)) changed = true;
    }
  }
  return live.map((mask) => [...mask.keys()].filter((register) => mask[register] === 1));
}

/** Indices of what may come next. */
export function successors(
  { kind, mnemonic, index, target }: Instruction,
  epilog: number | undefined,
): number[] {
  if (kind === 'end') return [];
  if (kind === 'setpc') return epilog === undefined ? [] : [epilog];
  if (mnemonic === 's_branch') return [target];
  return target >= 0 ? [target, index + 1] : [index + 1];
}

/** Takes in what is live behind an instruction; tells whether anything is new. */
function join(live: LiveScalars, { uses, defines }: Instruction, behind: readonly LiveScalars[]): boolean {
  let changed = false;
  const add = (register: number): void => {
    if (live[register] === 1) return;
    live[register] = 1;
    changed = true;
  };
  for (const register of uses.scalars) if (register < live.length) add(register);
  for (let register = 0; register < live.length; register++) {
    if (live[register] === 1 || defines.scalars.includes(register)) continue;
    if (behind.some((next) => next[register] === 1)) add(register);
  }
  return changed;
}
