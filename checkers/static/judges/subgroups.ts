import type { PathJudgeFactory } from '../judge.js';
import { readsAny } from '../subgroups.js';

/** PROTO-09 on every path of a program whose section runs layer by layer. */
export const judgeSubgroups: PathJudgeFactory = (_gfx, report) => ({
  concerns: () => report.takesLayers,
  before: (path, instruction) => {
    if (!path.world.didOverlap) return;
    if (path.poll === undefined || path.exits > 0) return;
    report.arm('PROTO-09');
    if (report.findings.has('PROTO-09') || !readsAny(instruction, path.lent)) return;
    report.find('PROTO-09', path, instruction, {
      allowed:
        'What a subgroup operation gives ahead of the section is not used in it: the lanes are those of the whole wave there.',
      observed: `${report.name(instruction)} uses it in a section that runs layer by layer, each with lanes of its own.`,
      hint: 'Look for subgroup operations of both sides that were merged into one, and for what was moved out of the section.',
    });
  },
});
