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
import { findObject, loadsReadOnlyObject } from '../objects.js';
import type { MutantOperator } from '../operator.js';
import { explainUnobservableOrder } from '../unobservable-order.js';

/** The first SGPR that may be free. Lower ones hold arguments. */
const FIRST_SPARE = 8;

/** The number of SGPRs that every wave has on GFX9, which allocates them in groups of sixteen. */
const GFX9_SCALARS = 16;

/** The number of SGPRs that every wave has on GFX10 and later. */
const GFX10_SCALARS = 104;

/** Moves the entry wait after an access. There is one mutant per access. */
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
        return explainHarmlessMove(program, move.end, moved) ?? explainUnobservableOrder(program);
      },
    }));
  },
};

/**
 * Explains why moving the accesses in `moved` before the wait does not break the ordering, or returns undefined if it
 * might. `start` is the index of the first instruction after the wait.
 */
function explainHarmlessMove(
  program: EditedProgram,
  start: number,
  moved: readonly Instruction[],
): string | undefined {
  const { decoded } = program;
  const orderedMoves = moved.filter(
    (access) => !loadsReadOnlyObject(decoded, access) && !accessesSingleWord(decoded, access),
  );
  if (orderedMoves.length === 0)
    return 'the moved accesses only load read-only objects, or access a single word shared by all lanes';
  const objects = new Set(orderedMoves.map((access) => findObject(decoded, access)));
  const laterObjects = listAccessesAfter(program, start)
    .filter((access) => !moved.includes(access))
    .map((access) => findObject(decoded, access));
  const allKnown = !objects.has(undefined) && !laterObjects.includes(undefined);
  return allKnown && laterObjects.length > 0 && laterObjects.every((object) => !objects.has(object))
    ? 'every access to the affected objects precedes the wait, so the program does not rely on their order'
    : undefined;
}

/**
 * Moves a store, or an atomic that returns no result, after the next exit. There is one mutant for each such access
 * that can be moved.
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

/** The entry's position, and a function to move it. */
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
 * Creates the move for a program that polls. The registers that the wait uses may hold other values after the access,
 * so they are saved and restored around the wait. The collision argument is saved at the start of the wave.
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
      const decode = (changed: readonly number[]): EditedProgram =>
        decodeForEditing(changed, gfx, program.decoded.wave, program.epilog);
      // The original block precedes the insertion, so its indices stay valid.
      const withCopy = decode(insertInstructions(program, index + 1, moved));
      const withoutOriginal = dropInstructions(
        withCopy,
        block.map((instruction) => instruction.index),
      );
      return insertText(decode(withoutOriginal), 0, `s_mov_b32 s${argumentCopy}, s${argument}`);
    },
  };
}

/**
 * Returns the SGPR that holds the collision argument, which is the first one that the block reads. Returns undefined
 * if the block reads no SGPR, or if the first one it reads is VCC or above.
 */
function findArgument(block: readonly Instruction[]): number | undefined {
  const [read] = block.flatMap(({ kind, uses }) => (kind === 'branch' ? [] : uses.scalars));
  return read !== undefined && read < SCALAR.VCC_LO ? read : undefined;
}

/** Returns the SGPRs that every wave of the generation has and the program does not use, highest first. */
function findSpareScalars({ decoded }: EditedProgram): number[] {
  const usedScalars = new Set(
    decoded.instructions.flatMap(({ uses, defines }) => [...uses.scalars, ...defines.scalars]),
  );
  const end = factsOf(decoded.gfx).sharesScalars ? GFX9_SCALARS : GFX10_SCALARS;
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

/** Returns whether any instruction after the given one, up to and including `end`, overwrites its operands. */
function overwritesOperands({ decoded }: EditedProgram, { index, uses }: Instruction, end: number): boolean {
  return decoded.instructions
    .slice(index + 1, end + 1)
    .some(
      ({ defines }) =>
        defines.vectors.some((register) => uses.vectors.includes(register)) ||
        defines.scalars.some((register) => uses.scalars.includes(register)),
    );
}
