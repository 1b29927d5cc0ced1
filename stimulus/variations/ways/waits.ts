import { assembleProgram, getCounters } from '../../../arch/index.js';
import { emitWaits } from '../../dialect/index.js';
import { decodeForEditing, type EditedProgram, insertInstructions } from '../../programs/edit.js';
import { endsSection, findEntry, getMainPart } from '../../programs/places.js';
import type { ProgramVariation } from '../variation.js';

/** Adds waits for all counters at the start and end of the section, and at the end of the program. */
export const extraWaits: ProgramVariation = {
  name: 'extra-waits',
  text: 'the program waits for all counters at the start and end of the section and at its own end',
  vary: (program) => {
    const { gfx, wave } = program.decoded;
    const waitWords = assembleProgram(
      emitWaits(gfx, Object.fromEntries(getCounters(gfx).map(({ counter }) => [counter, 0]))),
      gfx,
    );
    // Insert the last wait first, so earlier positions keep their index.
    return findWaitIndices(program).reduceRight<readonly number[]>(
      (words, index) =>
        insertInstructions(decodeForEditing(words, gfx, wave, program.epilog), index, waitWords),
      program.words,
    );
  },
};

function findWaitIndices(program: EditedProgram): readonly number[] {
  const main = getMainPart(program);
  const start = findEntry(program)?.last ?? main.findIndex(({ kind }) => kind === 'wait-event');
  const ends = main.filter(
    (instruction) =>
      endsSection(instruction, program) || instruction.kind === 'end' || instruction.kind === 'setpc',
  );
  return [...new Set([...(start < 0 ? [] : [start + 1]), ...ends.map(({ index }) => index)])].sort(
    (a, b) => a - b,
  );
}
