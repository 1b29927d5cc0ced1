import type { PathJudgeFactory } from '../judge.js';
import { readsAny } from '../subgroups.js';

/** Checks PROTO-09 on every path of a program with layers in its section. */
export const checkSubgroups: PathJudgeFactory = (_gfx, report) => ({
  appliesTo: () => report.hasLayers,
  before: (path, instruction) => {
    if (!path.world.didOverlap) return;
    if (path.poll === undefined || path.exitCount > 0) return;
    report.arm('PROTO-09');
    if (report.findings.has('PROTO-09') || !readsAny(instruction, path.tainted)) return;
    report.addFinding('PROTO-09', path, instruction, {
      allowed:
        'The result of a subgroup operation before the section is not used inside it, because it was computed over the whole wave.',
      observed: `${report.getName(instruction)} uses it in a section that runs once per layer, with different lanes.`,
      hint: 'Check whether the compiler merged subgroup operations across the boundary, or moved code out of the section.',
    });
  },
});
