import { coversAllWaits } from '../../mutants/wait-coverage.js';
import { combineExits } from '../../programs/combined-exit.js';
import { decodeForEditing, type EditedProgram, moveInstruction } from '../../programs/edit.js';
import { isStraightLine } from '../../programs/flow.js';
import { getMainPart, isMessage, isSharedAccess } from '../../programs/places.js';
import type { ProgramVariation } from '../variation.js';

/** Moves each exit message to just before the next program end, branch, or access to shared memory. */
export const delayedMessage: ProgramVariation = {
  name: 'message-later',
  text: 'the message is sent as late as possible',
  vary: (program) => {
    const { gfx, wave } = program.decoded;
    // Move the last message first, so earlier ones keep their index.
    const moves = getMainPart(program)
      .filter(isMessage)
      .map(({ index }) => ({ index, end: findBoundary(program, index) }))
      .filter(({ index, end }) => end > index + 1 && isStraightLine(program.decoded, index, end))
      .reverse();
    if (moves.length === 0) return undefined;
    return moves.reduce<readonly number[]>(
      (words, { index, end }) =>
        moveInstruction(decodeForEditing(words, gfx, wave, program.epilog), index, end),
      program.words,
    );
  },
};

/**
 * Merges the exit message into the end of the program. Does not apply to programs that end in an epilog, or when the
 * waits before the message cannot be removed because later register uses need them.
 */
export const combinedEnd: ProgramVariation = {
  name: 'combined-end',
  text: 'the end of the program sends the message',
  vary: (program) => {
    const { gfx, wave } = program.decoded;
    if (program.epilog !== undefined || !getMainPart(program).some(isMessage)) return undefined;
    const words = combineExits(program.words, gfx, wave);
    return coversAllWaits(program, decodeForEditing(words, gfx, wave)) ? words : undefined;
  },
};

/**
 * Returns the index of the next instruction that the message must come before: an end, a branch, or an access
 * that it would have to wait for.
 */
function findBoundary(program: EditedProgram, index: number): number {
  return getMainPart(program).findIndex(
    (instruction) =>
      instruction.index > index &&
      (['end', 'setpc', 'branch'].includes(instruction.kind) || isSharedAccess(instruction)),
  );
}
