import {
  type DecodedProgram,
  factsOf,
  type Gfx,
  getSuccessors,
  type Instruction,
  ORDERED_PS_DONE,
} from '../../../arch/index.js';
import type { EditedProgram, Mutator, Place } from '../../../stimulus/programs/edit.js';
import type { RuleClass } from '../../../transactions/index.js';

/** A program with one small change. */
export interface ProgramMutant {
  readonly words: readonly number[];
  /** The byte offset of the affected instruction in the original program. */
  readonly pc: number;
}

/** A change that can be made at one or more positions in a program: a mistake, or a legal variation. */
export interface ProgramOperator {
  readonly name: string;
  readonly text: string;
  /** The rule classes that are expected to detect the mistake. A legal variation has none. */
  readonly classes: readonly RuleClass[];
  /** Set if the mistake only shows when caches may be stale and the section's memory is declared coherent. */
  readonly needsStaleCaches?: true;
  /** Returns one mutant for each position in the main part where the change can be made. */
  readonly mutants: (program: EditedProgram) => readonly ProgramMutant[];
}

type Matches = (instruction: Instruction, program: EditedProgram) => boolean;

/** Makes the edits of an instruction, each of which creates one mutant, at all matching instructions of the main part. */
export function atEach(
  matches: Matches,
  edit: (at: Place, instruction: Instruction, program: EditedProgram) => Mutator | readonly Mutator[],
): ProgramOperator['mutants'] {
  return (program) =>
    getMainPart(program)
      .filter((instruction) => matches(instruction, program))
      .flatMap((instruction) =>
        [edit(() => instruction.index, instruction, program)]
          .flat()
          .map((mutate) => ({ words: mutate(program), pc: instruction.pc })),
      );
}

/** Edits the poll or event wait before the section, at most once per program and only on certain generations. */
export function atEntry(generations: readonly Gfx[], mutate: Mutator): ProgramOperator['mutants'] {
  return (program) => {
    const main = getMainPart(program);
    const index = findEntry(program)?.poll ?? main.findIndex(({ kind }) => kind === 'wait-event');
    if (index < 0 || !generations.includes(program.decoded.gfx)) return [];
    return [{ words: mutate(program), pc: main[index]!.pc }];
  };
}

/** Returns the instructions of the main part, which is the part that operators change. */
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

/** Finds the first write of a hardware register after the branch around the wait. */
export const PACKER_WRITE: Place = (program) => {
  const { first } = findEntry(program)!;
  return getMainPart(program).findIndex(({ kind, index }) => kind === 'setreg' && index > first);
};

/** Returns whether an instruction is the message that ends the section on generations that have such a message. */
export function isMessage({ kind, immediate }: Instruction): boolean {
  return kind === 'message' && immediate === ORDERED_PS_DONE;
}

/**
 * Returns whether an instruction ends the section: the message or, on GFX11 and later, the export with `done` (pops.md
 * 4).
 */
export function endsSection(instruction: Instruction, { decoded }: EditedProgram): boolean {
  if (factsOf(decoded.gfx).exitsByExport) return instruction.export?.done === true;
  return isMessage(instruction);
}

/** Returns the indices of the instructions that are reachable from `start`, including `start` itself. */
export function findReachable(program: DecodedProgram, start: number): ReadonlySet<number> {
  const found = new Set([start]);
  for (const index of found)
    for (const next of getSuccessors(program.instructions[index]!, program.epilog))
      if (next < program.instructions.length) found.add(next);
  return found;
}
