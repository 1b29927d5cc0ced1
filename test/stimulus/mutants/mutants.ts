import {
  assembleProgram,
  type CounterName,
  counterMaximum,
  EXIT_BY_EXPORT,
  factsOf,
  type Gfx,
  getWaitFields,
  type Instruction,
  printInstruction,
  SCALAR,
  type Wait,
  type WaitName,
  WITH_NEWEST_ID_OFF_BY_ONE,
  WITH_PACKER_REGISTER,
  WITH_WAVE_IDS,
} from '../../../arch/index.js';
import { emitWaits } from '../../../stimulus/dialect/index.js';
import {
  copy,
  decodeForEditing,
  drop,
  dropInstructions,
  type EditedProgram,
  first,
  insertInstructions,
  insertText,
  type Mutator,
  move,
  replace,
  rewrite,
} from '../../../stimulus/programs/edit.js';
import { isPackerField, POLL } from '../../../stimulus/programs/entry-faults.js';
import { isSharedAccess, isStraightLine } from '../../../stimulus/programs/exit-faults.js';
import { PROGRAM_FAULTS } from '../../../stimulus/programs/faults.js';
import { separateHazards } from '../../../stimulus/programs/separate-hazards.js';
import type { FaultId, RuleClass } from '../../../transactions/index.js';
import {
  atEach,
  atEntry,
  type Entry,
  endsSection,
  findEntry,
  findReachable,
  getMainPart,
  isMessage,
  PACKER_WRITE,
  type ProgramOperator,
} from './program-operators.js';
import { SPACER_DROPPED } from './spacers.js';

const ENTRY_CLASSES: readonly RuleClass[] = ['PROTO', 'ORD', 'HANG'];

/** The `done` bit in the first word of an export. */
const DONE = 1 << 11;

/** The text of coherence bits and scopes. */
const BITS = / (?:glc|dlc|scope:\w+)\b/g;

const EVENT_WAIT = first('event wait', ({ kind }) => kind === 'wait-event');
const PACKER_FIELD = first('packer field', ({ words }) => isPackerField(words[1]));
const COMPARISON = first('comparison', ({ mnemonic }) => mnemonic.startsWith('s_cmp_'), POLL);
/** Adding this to a SOPC word increments its opcode, for example from `s_cmp_lt_u32` to `s_cmp_le_u32`. */
const SOPC_OPCODE_STEP = 1 << 16;

/** All mistakes in real programs (goals.md, C1). */
export const MUTANT_OPERATORS: readonly ProgramOperator[] = [
  {
    name: 'wait-dropped',
    text: 'a counter wait is omitted',
    classes: ['RACE'],
    mutants: atEach(isWait, (at) => drop(at)),
  },
  {
    name: 'wait-weakened',
    text: 'a counter wait leaves one more operation outstanding',
    classes: ['RACE'],
    mutants: atEach(isWait, (at, instruction, { decoded: { gfx } }) =>
      (Object.entries(instruction.wait ?? {}) as [CounterName, number][])
        .filter(([counter, count]) => count + 1 < counterMaximum(gfx, counter))
        .map(([counter, count]) =>
          rewrite(at, () => emitSimilarWait(instruction, { ...instruction.wait, [counter]: count + 1 }, gfx)),
        ),
    ),
  },
  SPACER_DROPPED,
  {
    name: 'exit-dropped',
    text: 'one path leaves the section without signalling its exit',
    classes: ['HANG', 'PROTO', 'EXP'],
    mutants: atEach(endsSection, (at, { export: done }) =>
      done === undefined ? drop(at) : replace(at, (word) => word & ~DONE, 0),
    ),
  },
  {
    name: 'exit-doubled',
    text: 'one path signals its exit twice',
    classes: ['PROTO', 'EXP'],
    mutants: atEach(endsSection, (at) => copy(at)),
  },
  {
    name: 'exit-before-wait',
    text: 'the message is sent before the wait for the last access',
    classes: ['RACE'],
    mutants: atEach(isMessage, (at, { index }, program) => {
      const main = getMainPart(program);
      const next = main.slice(0, index).findLastIndex(isSharedAccess) + 1;
      const hasWait = main.slice(next, index).some(({ kind }) => kind === 'waitcnt');
      return next > 0 && hasWait && isStraightLine(program.decoded, next, index) ? move(at, () => next) : [];
    }),
  },
  {
    name: 'exit-at-entry',
    text: 'the message is sent at the start of the section',
    classes: ['PROTO', 'RACE', 'ORD'],
    mutants: atEach(isMessage, (at, { index }, program) => {
      const { last } = findEntry(program) ?? {};
      if (last === undefined || !isStraightLine(program.decoded, last + 1, index)) return [];
      return getMainPart(program).slice(last, index).some(isSharedAccess) ? move(at, () => last + 1) : [];
    }),
  },
  {
    name: 'access-above-entry',
    text: 'an access is moved before the entry wait',
    classes: ['RACE', 'PROTO', 'ORD'],
    mutants: moveEntry,
  },
  {
    name: 'store-below-exit',
    text: 'a store or atomic is moved after the exit',
    classes: ['RACE', 'PROTO', 'ORD'],
    mutants: atEach(isWrite, (at, store, program) => {
      const exit = getMainPart(program).findIndex(
        (instruction) => instruction.index > store.index && endsSection(instruction, program),
      );
      const moves =
        exit >= 0 &&
        isStraightLine(program.decoded, store.index, exit) &&
        !overwritesOperands(program, store, exit);
      return moves ? move(at, () => exit + 1) : [];
    }),
  },
  {
    name: 'coherence-cleared',
    text: 'an access to coherent memory loses its coherence bits or scope',
    classes: ['VIS', 'ORD'],
    needsStaleCaches: true,
    mutants: atEach(hasCoherenceBits, (at, access, { decoded: { set, wave } }) =>
      rewrite(at, () => printInstruction(access, set, wave).replace(BITS, '')),
    ),
  },
  entry('compare-signed', 'the entry wait compares ids as signed numbers', 'F88'),
  entry('compare-not-strict', 'the entry wait lets in waves with equal ids', 'F89'),
  entry(
    'compare-reversed',
    'the entry wait compares the ids in the wrong direction',
    replace(COMPARISON, (word) => (word & ~0xffff) | ((word & 0xff) << 8) | ((word >>> 8) & 0xff)),
  ),
  entry(
    'compare-inverted',
    'the entry wait lets in a wave that must wait',
    replace(COMPARISON, (word) => word - SOPC_OPCODE_STEP),
  ),
  entry('remap-dropped', 'ids are compared without rebasing', 'F90'),
  entry('remap-by-current', 'ids are rebased with -current instead of ~current', 'F91'),
  entry('mask-dropped', 'unused bits of the argument are not masked off', 'F92'),
  entry('correction-dropped', 'the newest id is left one too small', 'F85', WITH_NEWEST_ID_OFF_BY_ONE),
  entry(
    'correction-reversed',
    'the newest id is corrected even without a wrap',
    'F86',
    WITH_NEWEST_ID_OFF_BY_ONE,
  ),
  entry(
    'correction-added',
    'the newest id is corrected when it is already right',
    'F87',
    WITH_PACKER_REGISTER,
  ),
  entry('packer-field', 'the packer is read from the bits that another generation uses', 'F82'),
  entry(
    'packer-fixed',
    'every wave selects the same packer',
    rewrite(PACKER_FIELD, (program) => {
      const { defines } = program.decoded.instructions[PACKER_FIELD(program)]!;
      return `s_mov_b32 s${defines.scalars[0]}, 0`;
    }),
  ),
  entry('packer-dropped', 'the packer is never set', drop(PACKER_WRITE)),
  entry('single-poll', 'the exiting id is read once, before the loop', 'F74'),
  {
    ...entry('event-dropped', 'the event wait is removed', drop(EVENT_WAIT), EXIT_BY_EXPORT),
    classes: ['ORD', 'RACE', 'PROTO'],
  },
  {
    ...entry('event-polarity', "the event wait's operand is inverted", 'F81', EXIT_BY_EXPORT),
    classes: ['PROTO'],
  },
  {
    name: 'branch-taken',
    text: 'a branch around or within the wait, or to a different exit, is always taken',
    classes: ['PROTO', 'ORD', 'HANG', 'RACE'],
    mutants: atEach(isProtocolBranch, (at, _, { decoded: { gfx } }) => {
      const [branch] = assembleProgram('s_branch 0', gfx);
      return replace(at, (word) => branch! | (word & 0xffff));
    }),
  },
  {
    name: 'branch-skipped',
    text: 'a branch around or within the wait, or to a different exit, is never taken',
    classes: ['PROTO', 'ORD', 'HANG', 'RACE'],
    mutants: atEach(isProtocolBranch, (at) => drop(at)),
  },
];

/** A mistake in the entry wait, that of a program fault or another one, at most once per program. */
function entry(
  name: string,
  text: string,
  change: FaultId | Mutator,
  generations: readonly Gfx[] = WITH_WAVE_IDS,
): ProgramOperator {
  const mutate = typeof change === 'string' ? PROGRAM_FAULTS[change]! : change;
  return { name, text, classes: ENTRY_CLASSES, mutants: atEntry(generations, mutate) };
}

function isWait({ kind, wait }: Instruction): boolean {
  return kind === 'waitcnt' && wait !== undefined;
}

/** Matches the GFX12 instructions that wait for two counters, each of which has a six-bit field. */
const TWO_COUNTER_WAIT = /^s_wait_\w+_dscnt$/;
const SIX_BIT_MASK = 0x3f;

/** Emits a wait with different counts that takes up the same number of words. */
function emitSimilarWait({ mnemonic }: Instruction, wait: Wait, gfx: Gfx): string {
  if (!TWO_COUNTER_WAIT.test(mnemonic)) return emitWaits(gfx, wait);
  const immediate = getWaitFields(mnemonic as WaitName, gfx).reduce(
    (sum, [counter, [[low]]]) => sum | ((wait[counter] ?? SIX_BIT_MASK) << low),
    0,
  );
  return `${mnemonic} 0x${immediate.toString(16)}`;
}

function hasCoherenceBits(access: Instruction): boolean {
  const { glc = false, dlc = false, scope = 0 } = access.memory ?? {};
  return isSharedAccess(access) && access.memory?.access !== 'atomic' && (glc || dlc || scope > 0);
}

/** Matches the conditional branches in the entry, and those that choose between different exits. */
function isProtocolBranch({ kind, mnemonic, index, target }: Instruction, program: EditedProgram): boolean {
  const wait = findEntry(program);
  if (kind !== 'branch' || mnemonic === 's_branch') return false;
  if (wait !== undefined && index >= wait.first && index <= wait.last) return true;
  const listExits = (start: number): string => {
    const reached = findReachable(program.decoded, start);
    return `${program.decoded.instructions.map((other) => reached.has(other.index) && endsSection(other, program))}`;
  };
  return listExits(index + 1) !== listExits(target);
}

/** Matches stores, and atomics that return no result. */
function isWrite(access: Instruction): boolean {
  return isSharedAccess(access) && access.memory?.access !== 'load' && !access.memory?.returns;
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

/** Moves the entry wait after an access. There is one mutant per access. */
function moveEntry(program: EditedProgram): ReturnType<ProgramOperator['mutants']> {
  const event = getMainPart(program).findIndex(({ kind }) => kind === 'wait-event');
  const polling = event < 0 ? findEntry(program) : undefined;
  const end = (polling?.last ?? event) + 1;
  const moveAfter = polling === undefined ? undefined : createPollingMove(program, polling);
  if (event < 0 && moveAfter === undefined) return [];
  const later = findReachable(program.decoded, end);
  return atEach(
    (access) => later.has(access.index) && isSharedAccess(access),
    (_, { index }) =>
      event < 0
        ? () => moveAfter!(index)
        : move(
            () => event,
            () => index + 1,
          ),
  )(program);
}

/** The first SGPR that may be free. Lower ones hold arguments. */
const FIRST_SPARE = 8;

/** The number of SGPRs that every wave has on GFX9, which allocates them in groups of sixteen. */
const GFX9_SCALARS = 16;

/** The number of SGPRs that every wave has on GFX10 and later. */
const GFX10_SCALARS = 104;

/**
 * Creates the move for a program that polls. The registers that the wait uses may hold other values after the access,
 * so they are saved and restored around the wait. The collision argument is saved at the start of the wave.
 */
function createPollingMove(
  program: EditedProgram,
  { first: start, last }: Entry,
): ((index: number) => number[]) | undefined {
  const { instructions, gfx, wave } = program.decoded;
  const block = instructions.slice(start, last + 1);
  const argument = findArgument(block);
  const used = [...new Set(block.flatMap(({ uses, defines }) => [...uses.scalars, ...defines.scalars]))]
    .filter((register) => register < SCALAR.VCC_LO)
    .sort((a, b) => a - b);
  const [argumentCopy, ...copies] = findSpareScalars(program);
  if (argument === undefined || copies.length < used.length) return undefined;
  const assembleMoves = (pairs: readonly (readonly [to: number, from: number])[]): number[] =>
    pairs.flatMap(([to, from]) => assembleProgram(`s_mov_b32 s${to}, s${from}`, gfx));
  const moved = [
    ...assembleMoves([...used.map((from, i) => [copies[i]!, from] as const), [argument, argumentCopy!]]),
    ...assembleProgram(`s_bitcmp1_b32 s${argument}, 31`, gfx),
    ...block.flatMap((instruction) => instruction.words),
    ...assembleMoves(used.map((register, i) => [register, copies[i]!])),
  ];
  const decode = (changed: readonly number[]): EditedProgram =>
    decodeForEditing(changed, gfx, wave, program.epilog);
  return (index) => {
    // The original block precedes the insertion, so its indices stay valid.
    const withCopy = decode(insertInstructions(program, index + 1, moved));
    const withoutOriginal = dropInstructions(
      withCopy,
      block.map((instruction) => instruction.index),
    );
    const words = insertText(decode(withoutOriginal), 0, `s_mov_b32 s${argumentCopy}, s${argument}`);
    return [...separateHazards(words, gfx, wave)]; // A hazard would be a second mistake.
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
