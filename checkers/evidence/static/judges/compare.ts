import type { PathJudgeFactory } from '../judge.js';

/**
 * Checks PROTO-03 on every path: a wave enters after a poll if and only if the polled id allows it. The code itself
 * does not matter: any comparison that gives the right result in every world is allowed.
 */
export const checkComparison: PathJudgeFactory = (_gfx, report) => ({
  onPollDecided: (path, instruction, poll) => {
    const { world } = path;
    if (!report.isArgumentKnown || !world.didOverlap) return;
    report.arm('PROTO-03');
    const enters = poll.outcome === 'enters';
    if (enters === poll.allowsEntry) return;
    const ids = `id ${world.current} and newest overlapped id ${world.newest}`;
    report.addFinding('PROTO-03', path, instruction, {
      allowed: `A wave with ${ids} ${poll.allowsEntry ? 'enters' : 'waits'} when the exiting id is ${poll.exiting} (pops.md 5.4).`,
      observed: `The value read at ${report.getName(poll.instruction)} ${enters ? 'lets the wave enter' : 'makes the wave wait'}.`,
      hint: 'Check that the comparison is unsigned and strict, that both ids are rebased by adding ~current, and that the off-by-one correction is applied only on GFX9.',
    });
  },
});
