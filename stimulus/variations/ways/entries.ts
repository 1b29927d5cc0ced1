import { assembleProgram } from '../../../arch/index.js';
import { dropInstructions, insertInstructions, moveInstruction } from '../../programs/edit.js';
import { findReachable, isStraightLine } from '../../programs/flow.js';
import { findEntry, getMainPart, isSharedAccess } from '../../programs/places.js';
import type { ProgramVariation } from '../variation.js';

/** The wait states that GFX9 needs between two writes to a hardware register; harmless elsewhere. */
const HWREG_DELAY = 's_nop 1';

/** Writes the packer register a second time. */
export const duplicatePackerWrite: ProgramVariation = {
  name: 'packer-twice',
  text: 'the packer is set twice',
  vary: (program) => {
    const entry = findEntry(program);
    if (entry === undefined) return undefined;
    const main = getMainPart(program);
    const write = main.find(({ kind, index }) => kind === 'setreg' && index > entry.first)!;
    return insertInstructions(program, write.index + 1, [
      ...assembleProgram(HWREG_DELAY, program.decoded.gfx),
      ...write.words,
    ]);
  },
};

/** Duplicates the wait loop. The first copy exits into the second. */
export const duplicateWaitLoop: ProgramVariation = {
  name: 'wait-loop-twice',
  text: 'the wait loop runs twice',
  vary: (program) => {
    const entry = findEntry(program);
    if (entry === undefined) return undefined;
    const loop = getMainPart(program).slice(entry.poll, entry.last + 1);
    return insertInstructions(
      program,
      entry.poll,
      loop.flatMap(({ words }) => words),
    );
  },
};

/** Removes the sleep from the wait loop, so that it polls without pausing. */
export const noSleep: ProgramVariation = {
  name: 'no-sleep',
  text: 'the wait loop does not sleep',
  vary: (program) => {
    const entry = findEntry(program);
    if (entry === undefined) return undefined;
    const loop = getMainPart(program).slice(entry.poll, entry.last + 1);
    return dropInstructions(
      program,
      loop.filter(({ kind }) => kind === 'sleep').map(({ index }) => index),
    );
  },
};

/** Moves the event wait (GFX11 and later) to just before the first access that it covers. */
export const delayedEventWait: ProgramVariation = {
  name: 'event-wait-later',
  text: 'the event wait is moved to just before the first access that it covers',
  vary: (program) => {
    const event = getMainPart(program).findIndex(({ kind }) => kind === 'wait-event');
    if (event < 0) return undefined;
    const after = findReachable(program.decoded, [event]);
    const first = getMainPart(program).findIndex(
      (instruction) => after.has(instruction.index) && isSharedAccess(instruction),
    );
    const isReached = first > event && isStraightLine(program.decoded, event, first);
    return isReached ? moveInstruction(program, event, first) : undefined;
  },
};
