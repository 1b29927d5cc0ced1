import type { Instruction } from '../../arch/index.js';
import { factsOf, ORDERED_PS_DONE } from '../../arch/index.js';
import type { EditedProgram } from './edit.js';

/** Returns the instructions of the main part, which is the part that mutants change. */
export function getMainPart({ words, decoded }: EditedProgram): readonly Instruction[] {
  return decoded.instructions.filter(({ pc }) => pc < words.length * 4);
}

/**
 * The indices of the instructions with which a polling program enters its ordered section, from the branch around the
 * wait to the branch back to the poll.
 */
export interface Entry {
  readonly first: number;
  readonly poll: number;
  readonly last: number;
}

/** Returns the entry of a program that polls the exiting id, or undefined if the program does not poll. */
export function findEntry(program: EditedProgram): Entry | undefined {
  const main = getMainPart(program);
  const poll = main.findIndex(({ readsExitingId }) => readsExitingId);
  if (poll < 0) return undefined;
  const last = main.findLastIndex(({ kind, target }) => kind === 'branch' && target === poll);
  const first = main.findLastIndex(
    ({ kind, target, index }) => kind === 'branch' && target > last && index < poll,
  );
  return first < 0 || last < poll ? undefined : { first, poll, last };
}

/**
 * Returns whether an instruction ends the section: the message or, on GFX11 and later, the export with `done` (pops.md
 * 4).
 */
export function endsSection(instruction: Instruction, { decoded }: EditedProgram): boolean {
  if (factsOf(decoded.gfx).exitsByExport) return instruction.export?.done === true;
  return isMessage(instruction);
}

/** Returns whether an instruction is the message that ends the section on generations that have such a message. */
export function isMessage({ kind, immediate }: Instruction): boolean {
  return kind === 'message' && immediate === ORDERED_PS_DONE;
}

/** Returns whether an instruction accesses shared memory on the vector path. */
export function isSharedAccess({ memory }: Instruction): boolean {
  return memory !== undefined && ['buffer', 'image', 'global', 'flat'].includes(memory.space);
}
