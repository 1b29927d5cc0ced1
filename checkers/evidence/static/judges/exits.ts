import type { Gfx, Instruction } from '../../../../arch/index.js';
import { factsOf } from '../../../../arch/index.js';
import type { PathJudgeFactory } from '../judge.js';
import { touchesPacker } from '../packer-field.js';
import type { Path } from '../path.js';
import type { StaticReport } from '../report.js';
import { isExit } from '../step.js';

/**
 * Checks PROTO-01, HANG-03 and HANG-04 on every path: if an exit is required, there is exactly one, and no
 * entry follows it.
 */
export const judgeExits: PathJudgeFactory = (gfx, report) => ({
  appliesTo: (instruction) =>
    instruction.kind === 'end' || describeSectionAction(instruction, gfx) !== undefined,
  before: (path, instruction) => {
    const isExitItself = isExit(instruction, gfx);
    if (path.exitCount > 0) checkAfterExit(report, path, instruction, gfx);
    if (instruction.kind === 'end' && !isExitItself) checkEnd(report, path, instruction, gfx);
  },
});

function checkAfterExit(report: StaticReport, path: Path, instruction: Instruction, gfx: Gfx): void {
  const action = describeSectionAction(instruction, gfx);
  if (action === undefined) return;
  report.addFinding('PROTO-01', path, instruction, {
    allowed: 'A path has one exit, and no part of the section follows it.',
    observed: `It ${action} at ${report.getName(instruction)}, after its exit.`,
    hint: 'Count the exits along the steps; check both arms of branches, and loops.',
  });
}

function describeSectionAction(instruction: Instruction, gfx: Gfx): string | undefined {
  if (isExit(instruction, gfx)) return 'issues a second exit';
  if (instruction.readsExitingId) return 'polls the exiting id';
  if (touchesPacker(instruction.hwreg, gfx)) return 'sets its packer';
  if (instruction.kind === 'wait-event') return 'waits for the event';
  return undefined;
}

function checkEnd(report: StaticReport, path: Path, instruction: Instruction, gfx: Gfx): void {
  const exitsByExport = factsOf(gfx).exitsByExport;
  if (!exitsByExport && !path.packerSet) return;
  const rules = exitsByExport ? (['HANG-04'] as const) : (['HANG-03', 'PROTO-01'] as const);
  for (const rule of rules) report.arm(rule);
  if (path.exitCount > 0) return;
  const exit = exitsByExport ? 'export with done' : 'ordered-done message';
  for (const rule of rules) {
    report.addFinding(rule, path, instruction, {
      allowed: exitsByExport
        ? 'Every path ends with an export with done, which admits younger waves.'
        : 'A path that sets its packer sends its exit before it ends.',
      observed: `A path ends at ${report.getName(instruction)} without an ${exit}.`,
      hint: 'Check the exits of early discards first, then early returns: often one of them ends the wave without its exit.',
    });
  }
}
