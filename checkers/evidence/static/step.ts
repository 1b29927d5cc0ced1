import type { Gfx, Instruction } from '../../../arch/index.js';
import { factsOf, ORDERED_PS_DONE, SCALAR, waitsForExportReady } from '../../../arch/index.js';
import { letsEnter } from '../program/entry-compare.js';
import type { LargestWaits } from './outstanding.js';
import { afterWait, outstandingOf, withOperation } from './outstanding.js';
import { hasPacker, touchesPacker } from './packer-field.js';
import type { Path, Poll } from './path.js';
import type { ScalarFile } from './scalar-file.js';
import { settlingAfter } from './settling.js';
import { taintedAfter } from './subgroups.js';
import type { WaitLoops } from './wait-loop.js';
import { nextExiting } from './world.js';

/** Data shared by the steps of all paths of one program. */
export interface WalkContext {
  readonly gfx: Gfx;
  readonly scalars: ScalarFile;
  readonly largest: LargestWaits;
  readonly waitLoops: WaitLoops;
}

/** Applies the counter wait of an instruction, which ends before the instruction does anything else. */
export function endWait(path: Path, { wait }: Instruction): void {
  if (wait !== undefined) path.outstanding = afterWait(path.outstanding, wait);
}

/** Applies one instruction to a path and advances the path. The condition of a branch must be known. */
export function applyInstruction(path: Path, instruction: Instruction, context: WalkContext): void {
  const { scalars, gfx } = context;
  path.index++;
  path.tainted = taintedAfter(path.tainted, instruction, path.world.didOverlap && path.poll === undefined);
  path.settling = settlingAfter(path.settling, instruction, gfx);
  if (instruction.readsExitingId) poll(path, instruction, scalars);
  switch (instruction.kind) {
    case 'branch':
      branch(path, instruction, scalars);
      return;
    case 'setreg':
      setRegister(path, instruction, scalars, gfx);
      return;
    case 'alu':
      if (scalars.isKnown(path.scalars, instruction)) scalars.run(path.scalars, instruction);
      else scalars.invalidateResults(path.scalars, instruction);
      return;
    case 'wait-event':
      if (waitsForExportReady(factsOf(gfx), instruction.immediate)) path.entered = true;
      path.note(instruction);
      return;
    default:
      leaveWave(path, instruction, context);
  }
}

/** Applies an instruction that is visible outside the wave: memory accesses, exports and others. */
function leaveWave(path: Path, instruction: Instruction, { scalars, gfx, largest }: WalkContext): void {
  const isOpen = path.entered && path.exitCount === 0 && !scalars.isPrivate(path.scalars, instruction);
  const operations = outstandingOf(instruction, scalars.objectOf(path.scalars, instruction), isOpen, gfx);
  for (const operation of operations) path.outstanding = withOperation(path.outstanding, operation, largest);
  scalars.invalidateResults(path.scalars, instruction);
  if (isExit(instruction, gfx)) {
    path.exitCount++;
    path.exitedAt = instruction.index;
  }
  if (instruction.kind !== 'nop') path.note(instruction);
}

/**
 * Decides an open poll from what an instruction reveals, and returns the poll once its outcome is known.
 * Polling again means that the wave waits. Leaving the wait means that it enters, and so does the same poll
 * from outside its loop, in a program that repeats its entry (S-053).
 *
 * @param isPastPolls whether the path branches here on something unrelated to polls, so that no poll is ahead
 */
export function decidePoll(
  path: Path,
  instruction: Instruction,
  isPastPolls: boolean,
  waitLoops: WaitLoops,
): Poll | undefined {
  const { poll } = path;
  if (poll === undefined) return undefined;
  const leaves = isPastPolls || leavesWait(instruction);
  if (leaves) path.entered = true;
  if (poll.outcome !== 'open') return undefined;
  const isRepeated = instruction === poll.instruction;
  if (!leaves && !isRepeated) {
    if (!poll.hasLeft && !waitLoops.around(poll.instruction).has(instruction.index))
      path.poll = { ...poll, hasLeft: true };
    return undefined;
  }
  path.poll = { ...poll, outcome: leaves || poll.hasLeft ? 'enters' : 'waits' };
  return path.poll;
}

/**
 * Returns whether an instruction is outside the wait. A wait contains only scalar work, sleeps, counter waits
 * and packer writes; anything else follows it.
 */
function leavesWait({ kind, uses, defines }: Instruction): boolean {
  if (kind === 'alu') return uses.vectors.length + defines.vectors.length > 0;
  return !['nop', 'branch', 'waitcnt', 'sleep', 'setreg', 'invalidate'].includes(kind);
}

function poll(path: Path, instruction: Instruction, scalars: ScalarFile): void {
  const { world, exiting } = path;
  scalars.set(path.scalars, SCALAR.EXITING_WAVE_ID, exiting);
  const isAdmitted = letsEnter({ id: world.current }, world.newest, exiting);
  path.poll = { instruction, exiting, letsEnter: isAdmitted, hasLeft: false, outcome: 'open' };
  path.exiting = nextExiting(world, exiting, isAdmitted);
  path.note(instruction, `reads exiting id ${exiting}`);
}

function branch(path: Path, instruction: Instruction, scalars: ScalarFile): void {
  const isTaken = scalars.run(path.scalars, instruction) === 1;
  if (isTaken) path.index = instruction.target;
  path.note(instruction, isTaken ? 'taken' : 'not taken');
}

function setRegister(path: Path, instruction: Instruction, scalars: ScalarFile, gfx: Gfx): void {
  const isKnown = scalars.isKnown(path.scalars, instruction);
  if (isKnown) scalars.run(path.scalars, instruction);
  if (touchesPacker(instruction.hwreg, gfx)) {
    path.packerSet = isKnown ? hasPacker(path.scalars.hardware, gfx) : true;
    path.note(instruction);
  }
}

/**
 * Returns whether an instruction ends the ordered section: message 7, the combined end or, from GFX11 on, the
 * export with `done`.
 */
export function isExit(instruction: Instruction, gfx: Gfx): boolean {
  if (factsOf(gfx).exitsByExport) return instruction.export?.done === true;
  if (instruction.kind === 'message') return instruction.immediate === ORDERED_PS_DONE;
  return instruction.sendsOrderedDone === true;
}
