import { factsOf } from '../../../arch/index.js';
import type { EditedProgram } from '../../programs/edit.js';
import {
  dropInstructions,
  insertInstructions,
  moveInstruction,
  replaceInstruction,
} from '../../programs/edit.js';
import { findReachable, isStraightLine } from '../../programs/flow.js';
import { endsSection, findEntry, getMainPart, isMessage, isSharedAccess } from '../../programs/places.js';
import type { MutantOperator } from '../operator.js';

/** The `done` bit in the first word of an export. */
const DONE = 1 << 11;

/**
 * Omits an exit: the message or, on GFX11 and later, the `done` bit of the last export. This includes the exit taken by
 * discarded waves. There is one mutant per exit.
 */
export const exitDropped: MutantOperator = {
  name: 'exit-dropped',
  text: 'one path leaves the section without signalling its exit',
  classes: ['HANG', 'PROTO', 'EXP'],
  mutants: (program) =>
    listExits(program).map(({ index, pc, export: done }) => ({
      words:
        done === undefined
          ? dropInstructions(program, [index])
          : replaceInstruction(program, index, (word, i) => (i === 0 ? word & ~DONE : word)),
      pc,
      equivalence: () => (mustExit(program, index) ? undefined : 'no path to it sets the packer (S-078)'),
    })),
};

/** Returns whether waves must exit here: always on GFX11 and later, otherwise if a path to `exit` sets the packer. */
function mustExit(program: EditedProgram, exit: number): boolean {
  const { gfx, instructions } = program.decoded;
  if (factsOf(gfx).exitsByExport) return true;
  const entry = findEntry(program);
  const packerWrites = instructions.filter(
    ({ kind, index }) => kind === 'setreg' && index > (entry?.first ?? 0),
  );
  return findReachable(
    program.decoded,
    packerWrites.map(({ index }) => index),
  ).has(exit);
}

/** Duplicates an exit. There is one mutant per exit. */
export const exitDoubled: MutantOperator = {
  name: 'exit-doubled',
  text: 'one path signals its exit twice',
  classes: ['PROTO', 'EXP'],
  mutants: (program) =>
    listExits(program).map(({ index, pc, words }) => ({
      words: insertInstructions(program, index, words),
      pc,
    })),
};

/**
 * Moves a message ahead of the waits that precede it, placing it right after the last access. There is one mutant for
 * each message that can be moved.
 */
export const exitBeforeWait: MutantOperator = {
  name: 'exit-before-wait',
  text: 'the message is sent before the wait for the last access',
  classes: ['RACE'],
  mutants: (program) =>
    listMessages(program).flatMap(({ index, pc }) => {
      const access = getMainPart(program).slice(0, index).findLastIndex(isSharedAccess);
      const hasWait = getMainPart(program)
        .slice(access + 1, index)
        .some(({ kind }) => kind === 'waitcnt');
      if (access < 0 || !hasWait || !isStraightLine(program.decoded, access + 1, index)) return [];
      return [{ words: moveInstruction(program, index, access + 1), pc }];
    }),
};

/**
 * Moves a message up to the start of the section, past at least one access. There is one mutant for each message that
 * can be moved.
 */
export const exitAtEntry: MutantOperator = {
  name: 'exit-at-entry',
  text: 'the message is sent at the start of the section',
  classes: ['PROTO', 'RACE', 'ORD'],
  mutants: (program) => {
    const entry = findEntry(program);
    if (entry === undefined) return [];
    return listMessages(program)
      .filter(({ index }) => isStraightLine(program.decoded, entry.last + 1, index))
      .filter(({ index }) => getMainPart(program).slice(entry.last, index).some(isSharedAccess))
      .map(({ index, pc }) => ({ words: moveInstruction(program, index, entry.last + 1), pc }));
  },
};

function listExits(program: EditedProgram) {
  return getMainPart(program).filter((instruction) => endsSection(instruction, program));
}

function listMessages(program: EditedProgram) {
  return getMainPart(program).filter(isMessage);
}
