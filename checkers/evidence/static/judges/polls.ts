import { factsOf, type Gfx, type Instruction } from '../../../../arch/index.js';
import { SLEEP_INDEFINITELY_BIT } from '../../program/poll-loop.js';
import type { PathJudgeFactory } from '../judge.js';
import type { Path } from '../path.js';
import type { StaticReport } from '../report.js';

/**
 * Checks PROTO-04, HANG-02 and HANG-05 on every path: only waves that are allowed to poll do, each iteration of the
 * entry wait reads the id again, and every sleep ends.
 */
export const checkPolls: PathJudgeFactory = (gfx, report) => ({
  appliesTo: ({ kind, readsExitingId }) => readsExitingId || kind === 'sleep',
  before: (path, instruction) => {
    if (instruction.readsExitingId) checkPoll(report, path, instruction);
    if (instruction.kind === 'sleep') checkSleep(report, path, instruction, gfx);
  },
  onInfiniteLoop: (path, body) => {
    const isPolling = body.some((instruction) => instruction.readsExitingId);
    const [first] = body;
    if (isPolling && report.isArgumentKnown && !path.world.didOverlap)
      report.addFinding('HANG-02', path, first, {
        allowed: 'A wave reported as not overlapping never waits for the exiting id.',
        observed:
          'Its newest overlapped id is its own id, and the exiting id cannot pass that while the wave waits.',
        hint: 'Look for the branch on bit 31 of the collision argument around the wait.',
      });
    if (!isPolling && path.poll?.outcome === 'open')
      report.addFinding('PROTO-04', path, first, {
        allowed: 'Each iteration of the entry wait reads the exiting id again.',
        observed: `The loop keeps testing the value from a single read at ${report.getName(path.poll.instruction)}.`,
        hint: 'Check whether the read was moved out of the loop or merged with an earlier one.',
      });
  },
});

function checkPoll(report: StaticReport, path: Path, instruction: Instruction): void {
  report.arm('PROTO-04');
  if (report.isArgumentKnown) report.arm('HANG-02');
  if (report.isArgumentKnown && !path.world.didOverlap)
    report.addFinding('PROTO-04', path, instruction, {
      allowed: 'A wave polls the exiting id only when bit 31 of its collision argument is set.',
      observed: `A non-overlapping wave polls at ${report.getName(instruction)}.`,
      hint: 'Look for the branch on bit 31 of the collision argument around the wait.',
    });
  if (!path.packerSet)
    report.addFinding('PROTO-04', path, instruction, {
      allowed: 'A wave sets its packer before its first poll.',
      observed: `It polls at ${report.getName(instruction)} with no packer set.`,
      hint: 'Look for the packer write on this path, and for anything that clears it later.',
    });
}

/**
 * Checks a sleep. On GFX9 and earlier, no exit wakes a sleeping wave. On GFX10 and later, an exit on the packer
 * that the wave selected wakes it (S-047, U8).
 */
function checkSleep(report: StaticReport, path: Path, instruction: Instruction, gfx: Gfx): void {
  report.arm('HANG-05');
  if ((instruction.immediate & SLEEP_INDEFINITELY_BIT) === 0) return;
  const { hasWaveIds, sleepsEndEarly } = factsOf(gfx);
  const canWake = hasWaveIds && sleepsEndEarly;
  if (canWake && path.packerSet) return;
  report.addFinding('HANG-05', path, instruction, {
    allowed: 'An unbounded sleep ends when another wave exits.',
    observed: canWake
      ? `The wave sleeps at ${report.getName(instruction)} with no packer set, so no exit wakes it.`
      : `Nothing ends the sleep at ${report.getName(instruction)} on this generation.`,
    hint: 'Check the length of the sleep, and whether it comes before the packer write.',
  });
}
