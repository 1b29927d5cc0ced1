import { type DecodedProgram, type Instruction, memoisePerProgram } from '../../../arch/index.js';
import { getInstructionAt } from './programs.js';

/** Length of an `s_sleep` unit in cycles. A sleep lasts for the given number of units, or up to one more (U10). */
const SLEEP_UNIT_CYCLES = 64;
/** Mask of the number of units in the immediate of `s_sleep`. */
const SLEEP_COUNT_MASK = 0x7f;

/** Bit of the `s_sleep` immediate that may make the sleep last until a wake-up (U10). */
export const SLEEP_INDEFINITELY_BIT = 0x8000;

/** A poll loop in a program. */
export type PollLoop = Readonly<NonNullable<ReturnType<typeof findLoop>>>;

const LOOPS = memoisePerProgram(() => new Map<number, PollLoop | undefined>());

/**
 * Returns the loop around the poll at `pc`, or undefined if there is none. The result is cached. The loop
 * starts at the target of the first branch after the poll that jumps to the poll or an earlier instruction. It ends
 * with the last branch to that target, since compilers may let a wave sleep on a separate path after a failed poll.
 */
export function findPollLoop(program: DecodedProgram, pc: number): PollLoop | undefined {
  const loops = LOOPS(program);
  if (!loops.has(pc)) loops.set(pc, findLoop(program, pc));
  return loops.get(pc);
}

function findLoop(program: DecodedProgram, pc: number) {
  const poll = getInstructionAt(program, pc);
  if (poll === undefined) return undefined;
  const { instructions } = program;
  const isBackEdge = ({ kind, target }: Instruction): boolean =>
    kind === 'branch' && target >= 0 && target <= poll.index;
  const head = instructions.slice(poll.index).find(isBackEdge)?.target;
  if (head === undefined) return undefined;
  const end = instructions.findLastIndex(({ kind, target }) => kind === 'branch' && target === head);
  const entersLoop = ({ kind, target }: Instruction): boolean =>
    kind === 'setpc' || (kind === 'branch' && target >= 0 && target <= end);
  const body = instructions.slice(head, end + 1);
  const sleeps = body.filter((instruction) => instruction.kind === 'sleep');
  return {
    /** Number of instructions in an iteration. */
    instructionCount: body.length,
    /** Maximum time asleep per iteration, if the sleeps are finite. */
    sleepCycles: sleeps.reduce((sum, { immediate }) => sum + getMaxSleepCycles(immediate), 0),
    /** Whether any sleep in the loop may last until a wake-up (U10). */
    maySleepIndefinitely: sleeps.some(({ immediate }) => (immediate & SLEEP_INDEFINITELY_BIT) !== 0),
    /**
     * Whether a wave may re-enter the loop after leaving it. A loop that does more than wait must contain a section or
     * another loop.
     */
    mayReenter: instructions.slice(end + 1).some(entersLoop) || !body.every(isWaitInstruction),
  };
}

function isWaitInstruction({ kind }: Instruction): boolean {
  return ['alu', 'branch', 'nop', 'sleep'].includes(kind);
}

/** Returns the maximum number of cycles that a finite `s_sleep` with the given immediate lasts. */
export function getMaxSleepCycles(immediate: number): number {
  return ((immediate & SLEEP_COUNT_MASK) + 1) * SLEEP_UNIT_CYCLES;
}

/** Returns the minimum number of cycles that an `s_sleep` with the given immediate lasts if nothing wakes it. */
export function getMinSleepCycles(immediate: number): number {
  return (immediate & SLEEP_COUNT_MASK) * SLEEP_UNIT_CYCLES;
}
