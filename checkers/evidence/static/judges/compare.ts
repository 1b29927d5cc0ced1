import type { PathJudgeFactory } from '../judge.js';

/**
 * Checks PROTO-03 on every path: a wave enters after a poll if and only if the polled id allows it. The code itself
 * does not matter: any comparison with the right result in all worlds is allowed.
 */
export const judgeCompare: PathJudgeFactory = (_gfx, report) => ({
  onPollDecided: (path, instruction, poll) => {
    const { world } = path;
    if (!report.knowsArgument || !world.didOverlap) return;
    report.arm('PROTO-03');
    const enters = poll.outcome === 'enters';
    if (enters === poll.admitsWave) return;
    const ids = `id ${world.current} and newest overlapped id ${world.newest}`;
    report.addFinding('PROTO-03', path, instruction, {
      allowed: `A wave with ${ids} ${poll.admitsWave ? 'enters' : 'waits'} when the exiting id is ${poll.exiting} (pops.md 5.4).`,
      observed: `The value read at ${report.getName(poll.instruction)} makes the wave ${enters ? 'enter' : 'wait'}.`,
      hint: 'Check the comparison: unsigned, strict, both ids rebased by ~current, corrected by one on GFX9 only.',
    });
  },
});
