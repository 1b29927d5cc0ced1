import type { Gfx, Instruction } from '../../../arch/index.js';
import { factsOf, ORDERED_PS_DONE, SCALAR, waitsForExportReady } from '../../../arch/index.js';
import { allowsEntry } from '../program/entry-compare.js';
import { addOperation, applyWait, getOutstanding, type LargestWaits } from './outstanding.js';
import { hasPacker, touchesPacker } from './packer-field.js';
import type { Path, Poll } from './path.js';
import type { ScalarFile } from './scalar-file.js';
import { updateTainted } from './subgroups.js';
import type { WaitLoops } from './wait-loop.js';
import { getNextExitingId } from './world.js';

/** Data shared by all paths of a program. */
export interface WalkContext {
  readonly gfx: Gfx;
  readonly scalars: ScalarFile;
  readonly largest: LargestWaits;
  readonly waitLoops: WaitLoops;
}

/** Applies an instruction's counter wait, which completes before the instruction has any other effect. */
export function applyCounterWait(path: Path, { wait }: Instruction): void {
  if (wait !== undefined) path.outstanding = applyWait(path.outstanding, wait);
}

/** Applies an instruction to a path and advances it. The condition of a branch must be known. */
export function applyInstruction(path: Path, instruction: Instruction, context: WalkContext): void {
  const { scalars, gfx } = context;
  path.index++;
  path.tainted = updateTainted(path.tainted, instruction, path.world.didOverlap && path.poll === undefined);
  if (instruction.readsExitingId) applyPoll(path, instruction, scalars);
  switch (instruction.kind) {
    case 'branch':
      applyBranch(path, instruction, scalars);
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
      path.addStep(instruction);
      return;
    default:
      applyVisible(path, instruction, context);
  }
}

/** Applies an instruction that is visible outside the wave, such as a memory access or an export. */
function applyVisible(path: Path, instruction: Instruction, { scalars, gfx, largest }: WalkContext): void {
  const isInside = path.entered && path.exitCount === 0 && !scalars.isPrivate(path.scalars, instruction);
  const operations = getOutstanding(instruction, scalars.getObject(path.scalars, instruction), isInside, gfx);
  for (const operation of operations) path.outstanding = addOperation(path.outstanding, operation, largest);
  scalars.invalidateResults(path.scalars, instruction);
  if (isExit(instruction, gfx)) {
    path.exitCount++;
    path.lastExitIndex = instruction.index;
  }
  if (instruction.kind !== 'nop') path.addStep(instruction);
}

/**
 * If this instruction settles the open poll, records the outcome and returns the poll. A wave that polls again is still
 * waiting. It enters if it leaves the wait loop, or if the program re-runs its entry sequence (S-053) and reaches the
 * same poll from outside its loop.
 *
 * @param hasNoPollAhead whether the instruction is a branch that does not depend on a poll and does not lead to another
 * one
 */
export function decidePoll(
  path: Path,
  instruction: Instruction,
  hasNoPollAhead: boolean,
  waitLoops: WaitLoops,
): Poll | undefined {
  const { poll } = path;
  if (poll === undefined) return undefined;
  const leaves = hasNoPollAhead || isOutsideWaitLoop(instruction);
  if (leaves) path.entered = true;
  if (poll.outcome !== 'open') return undefined;
  const pollsAgain = instruction === poll.instruction;
  if (!leaves && !pollsAgain) {
    if (!poll.hasLeft && !waitLoops.findLoopAround(poll.instruction).has(instruction.index))
      path.poll = { ...poll, hasLeft: true };
    return undefined;
  }
  path.poll = { ...poll, outcome: leaves || poll.hasLeft ? 'enters' : 'waits' };
  return path.poll;
}

/**
 * Whether an instruction shows that the wave has left its wait loop. Wait loops contain only scalar instructions,
 * sleeps, counter waits, cache invalidations and packer writes.
 */
function isOutsideWaitLoop({ kind, uses, defines }: Instruction): boolean {
  if (kind === 'alu') return uses.vectors.length + defines.vectors.length > 0;
  return !['nop', 'branch', 'waitcnt', 'sleep', 'setreg', 'invalidate'].includes(kind);
}

function applyPoll(path: Path, instruction: Instruction, scalars: ScalarFile): void {
  const { world, exiting } = path;
  scalars.set(path.scalars, SCALAR.EXITING_WAVE_ID, exiting);
  const isAdmitted = allowsEntry({ id: world.current }, world.newest, exiting);
  path.poll = { instruction, exiting, allowsEntry: isAdmitted, hasLeft: false, outcome: 'open' };
  path.exiting = getNextExitingId(world, exiting, isAdmitted);
  path.addStep(instruction, `reads exiting id ${exiting}`);
}

function applyBranch(path: Path, instruction: Instruction, scalars: ScalarFile): void {
  const isTaken = scalars.run(path.scalars, instruction) === 1;
  if (isTaken) path.index = instruction.target;
  path.addStep(instruction, isTaken ? 'taken' : 'not taken');
}

function setRegister(path: Path, instruction: Instruction, scalars: ScalarFile, gfx: Gfx): void {
  const isKnown = scalars.isKnown(path.scalars, instruction);
  if (isKnown) scalars.run(path.scalars, instruction);
  if (touchesPacker(instruction.hwreg, gfx)) {
    path.packerSet = isKnown ? hasPacker(path.scalars.hardware, gfx) : true;
    path.addStep(instruction);
  }
}

/**
 * Whether an instruction ends the ordered section: message 7, a combined end instruction or, on GFX11 and later,
 * the export with `done`.
 */
export function isExit(instruction: Instruction, gfx: Gfx): boolean {
  if (factsOf(gfx).exitsByExport) return instruction.export?.done === true;
  if (instruction.kind === 'message') return instruction.immediate === ORDERED_PS_DONE;
  return instruction.sendsOrderedDone === true;
}
