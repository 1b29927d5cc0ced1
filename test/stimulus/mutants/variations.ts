import { assembleProgram, getCounters, type Instruction } from '../../../arch/index.js';
import { emitWaits } from '../../../stimulus/dialect/index.js';
import {
  both,
  decodeForEditing,
  drop,
  type EditedProgram,
  following,
  insert,
  insertInstructions,
  type Mutator,
  move,
  moveInstruction,
  type Place,
  replace,
} from '../../../stimulus/programs/edit.js';
import { isSharedAccess, isStraightLine } from '../../../stimulus/programs/exit-faults.js';
import { combineExits } from '../../../stimulus/programs/legal-edits.js';
import {
  endsSection,
  findEntry,
  findReachable,
  getMainPart,
  isMessage,
  PACKER_WRITE,
  type ProgramOperator,
} from './program-operators.js';

/** Adding this to a SOPC or SOPP word increments its opcode: from `s_cmp_ge_u32` to `s_cmp_lt_u32`, for example. */
const OPCODE_STEP = 1 << 16;
const SOURCE = 0xff;

/** The wait states that GFX9 needs between two writes to a hardware register; harmless elsewhere. */
const HWREG_DELAY = 's_nop 1';

/** The `s_cmp_lt_u32` of a polling entry, which the branch that exits the loop follows. */
const COMPARISON: Place = (program) =>
  getMainPart(program).findIndex(
    ({ mnemonic, index }) => mnemonic === 's_cmp_lt_u32' && index > findEntry(program)!.poll,
  );

/** Changes of real programs that preserve their behaviour. */
export const PROGRAM_VARIATIONS: readonly ProgramOperator[] = [
  vary(
    'compare-swapped',
    'the entry swaps the operands and mirrors the comparison',
    hasComparison,
    replace(
      COMPARISON,
      (word) => ((word - 2 * OPCODE_STEP) & ~0xffff) | ((word & SOURCE) << 8) | ((word >>> 8) & SOURCE),
    ),
  ),
  vary(
    'compare-opposite',
    'the entry inverts the comparison and the branch',
    hasComparison,
    both(
      replace(COMPARISON, (word) => word - OPCODE_STEP),
      replace(following(COMPARISON), (word) => word - OPCODE_STEP),
    ),
  ),
  vary(
    'packer-twice',
    'the packer is set twice',
    polls,
    insert(following(PACKER_WRITE), (program) => [
      ...assembleProgram(HWREG_DELAY, program.decoded.gfx),
      ...program.decoded.instructions[PACKER_WRITE(program)]!.words,
    ]),
  ),
  vary(
    'wait-loop-twice',
    'the wait loop runs twice: the first copy exits into the second',
    polls,
    insert(
      (program) => findEntry(program)!.poll,
      (program) => getWaitLoop(program).flatMap(({ words }) => words),
    ),
  ),
  vary(
    'no-sleep',
    'the wait loop does not sleep',
    polls,
    drop((program) =>
      getWaitLoop(program)
        .filter(({ kind }) => kind === 'sleep')
        .map(({ index }) => index),
    ),
  ),
  vary(
    'event-wait-later',
    'the event wait is moved to just before the first access that it covers',
    (program) => {
      const event = findEvent(program);
      const access = event < 0 ? -1 : findCoveredAccess(program);
      return access > event && isStraightLine(program.decoded, event, access);
    },
    move(findEvent, findCoveredAccess),
  ),
  vary(
    'message-later',
    'the message is sent as late as possible',
    (program) => listMessageMoves(program).length > 0,
    // The last message moves first, so earlier ones keep their index.
    (program) =>
      listMessageMoves(program).reduceRight<number[]>(
        (words, { index, end }) => moveInstruction(decodeAgain(program, words), index, end),
        [...program.words],
      ),
  ),
  vary(
    'combined-end',
    'the end of the program sends the message',
    (program) =>
      program.epilog === undefined && getMainPart(program).some(isMessage) && !usesLoadsAfterExit(program),
    combineExits,
  ),
  vary(
    'extra-waits',
    'the program waits for all counters at the start and end of the section and at its own end',
    () => true,
    (program) => {
      const { gfx } = program.decoded;
      const waits = Object.fromEntries(getCounters(gfx).map(({ counter }) => [counter, 0]));
      const waitWords = assembleProgram(emitWaits(gfx, waits), gfx);
      // Insert the last wait first, so earlier positions keep their index.
      return findWaitIndices(program).reduceRight<number[]>(
        (words, index) => insertInstructions(decodeAgain(program, words), index, waitWords),
        [...program.words],
      );
    },
  ),
];

/** A legal variation, of the programs that it applies to. */
function vary(
  name: string,
  text: string,
  applies: (program: EditedProgram) => boolean,
  mutate: Mutator,
): ProgramOperator {
  const mutants = (program: EditedProgram) => (applies(program) ? [{ words: mutate(program), pc: 0 }] : []);
  return { name, text, classes: [], mutants };
}

function decodeAgain({ decoded, epilog }: EditedProgram, words: readonly number[]): EditedProgram {
  return decodeForEditing(words, decoded.gfx, decoded.wave, epilog);
}

function polls(program: EditedProgram): boolean {
  return findEntry(program) !== undefined;
}

function getWaitLoop(program: EditedProgram): readonly Instruction[] {
  const { poll, last } = findEntry(program)!;
  return getMainPart(program).slice(poll, last + 1);
}

function hasComparison(program: EditedProgram): boolean {
  return polls(program) && getMainPart(program)[COMPARISON(program) + 1]?.mnemonic === 's_cbranch_scc1';
}

function findEvent(program: EditedProgram): number {
  return getMainPart(program).findIndex(({ kind }) => kind === 'wait-event');
}

function findCoveredAccess(program: EditedProgram): number {
  const after = findReachable(program.decoded, findEvent(program));
  return getMainPart(program).findIndex((access) => after.has(access.index) && isSharedAccess(access));
}

/** Lists each message with the next end, branch, or access to shared memory, which it must come before. */
function listMessageMoves(program: EditedProgram): readonly { index: number; end: number }[] {
  const main = getMainPart(program);
  return main
    .filter(isMessage)
    .map(({ index }) => ({
      index,
      end: main.findIndex(
        (other) =>
          other.index > index && (['end', 'setpc', 'branch'].includes(other.kind) || isSharedAccess(other)),
      ),
    }))
    .filter(({ index, end }) => end > index + 1 && isStraightLine(program.decoded, index, end));
}

/** Returns whether a register that a load fills is used after a message, so that the wait before it has to stay. */
function usesLoadsAfterExit(program: EditedProgram): boolean {
  const main = getMainPart(program);
  const loaded = main.filter(({ memory }) => memory !== undefined).flatMap(({ defines }) => defines.vectors);
  return main.some(
    ({ index, uses }) =>
      index > main.findIndex(isMessage) && uses.vectors.some((register) => loaded.includes(register)),
  );
}

function findWaitIndices(program: EditedProgram): readonly number[] {
  const main = getMainPart(program);
  const start = findEntry(program)?.last ?? findEvent(program);
  const ends = main.filter(
    (instruction) =>
      endsSection(instruction, program) || instruction.kind === 'end' || instruction.kind === 'setpc',
  );
  return [...new Set([...(start < 0 ? [] : [start + 1]), ...ends.map(({ index }) => index)])].sort(
    (a, b) => a - b,
  );
}
