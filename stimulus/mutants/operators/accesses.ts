import type { Instruction } from '../../../arch/index.js';
import { assembleProgram, factsOf, SCALAR } from '../../../arch/index.js';
import {
  decodeForEditing,
  dropInstructions,
  type EditedProgram,
  insertInstructions,
  insertText,
  moveInstruction,
} from '../../programs/edit.js';
import { findReachable, isStraightLine } from '../../programs/flow.js';
import { type Entry, endsSection, findEntry, getMainPart, isSharedAccess } from '../../programs/places.js';
import { accessesSingleWord } from '../addresses.js';
import { explainUnobservableOrder } from '../any-order.js';
import { findObject, loadsReadOnlyObject } from '../objects.js';
import type { MutantOperator } from '../operator.js';

/** The first SGPR that may be spare; arguments are below it. */
const FIRST_SPARE = 8;

/** The number of SGPRs that every wave has on GFX9, which allocates them in groups of sixteen. */
const GFX9_SCALARS = 16;

/** The number of SGPRs that every wave has on GFX10 and later. */
const ALL_SCALARS = 104;

/** Moves the entry after an access. There is one mutant per access. */
export const accessAboveEntry: MutantOperator = {
  name: 'access-above-entry',
  text: 'an access is moved before the entry wait',
  classes: ['RACE', 'PROTO', 'ORD'],
  mutants: (program) => {
    const move = findEntryMove(program);
    if (move === undefined) return [];
    return listAccessesAfter(program, move.end).map((access) => ({
      words: move.moveAfter(access.index),
      pc: access.pc,
      equivalence: () => {
        const earlier = findReachable(program.decoded, [move.end], ({ index }) => index === access.index);
        const moved = program.decoded.instructions.filter(
          (instruction) => earlier.has(instruction.index) && isSharedAccess(instruction),
        );
        return explainHarmless(program, move.end, moved) ?? explainUnobservableOrder(program);
      },
    }));
  },
};

/**
 * Explains why moving the given accesses before the wait breaks no order, or returns undefined if it may break one.
 * `start` is the first instruction after the wait.
 */
function explainHarmless(
  program: EditedProgram,
  start: number,
  moved: readonly Instruction[],
): string | undefined {
  const { decoded } = program;
  const orderedMoves = moved.filter(
    (access) => !loadsReadOnlyObject(decoded, access) && !accessesSingleWord(decoded, access),
  );
  if (orderedMoves.length === 0)
    return 'the accesses moved before the wait read memory that nothing writes, or words shared by all lanes';
  const objects = new Set(orderedMoves.map((access) => findObject(decoded, access)));
  const laterObjects = listAccessesAfter(program, start)
    .filter((access) => !moved.includes(access))
    .map((access) => findObject(decoded, access));
  const isKnown = !objects.has(undefined) && !laterObjects.includes(undefined);
  return isKnown && laterObjects.length > 0 && laterObjects.every((object) => !objects.has(object))
    ? 'every access to the object precedes the wait, so the program claims no order for it'
    : undefined;
}

/**
 * Moves a store, or an atomic without a result, after the next exit. There is one mutant for each that can be moved.
 */
export const storeBelowExit: MutantOperator = {
  name: 'store-below-exit',
  text: 'a store or atomic is moved after the exit',
  classes: ['RACE', 'PROTO', 'ORD'],
  mutants: (program) =>
    getMainPart(program)
      .filter(
        (access) => isSharedAccess(access) && access.memory?.access !== 'load' && !access.memory?.returns,
      )
      .flatMap((store) => {
        const exit = getMainPart(program).findIndex(
          (instruction) => instruction.index > store.index && endsSection(instruction, program),
        );
        if (exit < 0 || !isStraightLine(program.decoded, store.index, exit)) return [];
        if (overwritesOperands(program, store, exit)) return [];
        return [{ words: moveInstruction(program, store.index, exit + 1), pc: store.pc }];
      }),
};

/** How to move the entry. */
interface EntryMove {
  /** The index of the first instruction after the entry's current position. */
  readonly end: number;
  /** Moves the entry after the instruction at `index`. */
  readonly moveAfter: (index: number) => number[];
}

function findEntryMove(program: EditedProgram): EntryMove | undefined {
  const event = getMainPart(program).findIndex(({ kind }) => kind === 'wait-event');
  if (event >= 0) return { end: event + 1, moveAfter: (index) => moveInstruction(program, event, index + 1) };
  const entry = findEntry(program);
  return entry === undefined ? undefined : createPollingMove(program, entry);
}

/**
 * Moves the entry wait of a program that polls. After the access, its registers may be in use, so they are saved
 * and restored around the wait, and the collision argument is saved at the start of the wave.
 */
function createPollingMove(program: EditedProgram, { first, last }: Entry): EntryMove | undefined {
  const { instructions, gfx } = program.decoded;
  const block = instructions.slice(first, last + 1);
  const argument = findArgument(block);
  const used = [...new Set(block.flatMap(({ uses, defines }) => [...uses.scalars, ...defines.scalars]))]
    .filter((register) => register < SCALAR.VCC_LO)
    .sort((a, b) => a - b);
  const spare = findSpareScalars(program);
  if (argument === undefined || spare.length < used.length + 1) return undefined;
  const [argumentCopy, ...copies] = spare;
  const assembleMoves = (pairs: readonly (readonly [to: number, from: number])[]): number[] =>
    pairs.flatMap(([to, from]) => assembleProgram(`s_mov_b32 s${to}, s${from}`, gfx));
  const moved = [
    ...assembleMoves([
      ...used.map((register, i) => [copies[i], register] as const),
      [argument, argumentCopy],
    ]),
    ...assembleProgram(`s_bitcmp1_b32 s${argument}, 31`, gfx),
    ...block.flatMap((instruction) => instruction.words),
    ...assembleMoves(used.map((register, i) => [register, copies[i]])),
  ];
  return {
    end: last + 1,
    moveAfter: (index) => {
      const edited = (changed: readonly number[]): EditedProgram =>
        decodeForEditing(changed, gfx, program.decoded.wave, program.epilog);
      // The block comes before the access, so its indices stay valid.
      const doubled = edited(insertInstructions(program, index + 1, moved));
      const dropped = dropInstructions(
        doubled,
        block.map((instruction) => instruction.index),
      );
      return insertText(edited(dropped), 0, `s_mov_b32 s${argumentCopy}, s${argument}`);
    },
  };
}

/**
 * Returns the register of the collision argument: the first SGPR that the block reads. Returns undefined if there is
 * none, or if it is VCC or above.
 */
function findArgument(block: readonly Instruction[]): number | undefined {
  const [read] = block.flatMap(({ kind, uses }) => (kind === 'branch' ? [] : uses.scalars));
  return read !== undefined && read < SCALAR.VCC_LO ? read : undefined;
}

/** Returns the SGPRs that every wave of the generation has but the program does not use. */
function findSpareScalars({ decoded }: EditedProgram): number[] {
  const usedScalars = new Set(
    decoded.instructions.flatMap(({ uses, defines }) => [...uses.scalars, ...defines.scalars]),
  );
  const end = factsOf(decoded.gfx).sharesScalars ? GFX9_SCALARS : ALL_SCALARS;
  return Array.from({ length: end }, (_, register) => register)
    .filter((register) => register >= FIRST_SPARE && !usedScalars.has(register))
    .reverse();
}

function listAccessesAfter(program: EditedProgram, end: number): readonly Instruction[] {
  const later = findReachable(program.decoded, [end]);
  return getMainPart(program).filter(
    (instruction) => later.has(instruction.index) && isSharedAccess(instruction),
  );
}

/** Returns whether any instruction up to `end` overwrites the given one's operands. */
function overwritesOperands({ decoded }: EditedProgram, { index, uses }: Instruction, end: number): boolean {
  return decoded.instructions
    .slice(index + 1, end + 1)
    .some(
      ({ defines }) =>
        defines.vectors.some((register) => uses.vectors.includes(register)) ||
        defines.scalars.some((register) => uses.scalars.includes(register)),
    );
}
