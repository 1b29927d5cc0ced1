import { factsOf, type Gfx, type Instruction } from '../../../../arch/index.js';
import type { PathJudgeFactory } from '../judge.js';
import { touchesPacker } from '../packer-field.js';
import type { Path } from '../path.js';
import type { StaticReport } from '../report.js';
import { isExit } from '../step.js';

/**
 * Checks PROTO-01, HANG-03 and HANG-04 on every path: each path has exactly one exit if it needs one, and does not
 * re-enter afterwards.
 */
export const checkExits: PathJudgeFactory = (gfx, report) => ({
  appliesTo: (instruction) =>
    instruction.kind === 'end' || describeSectionAction(instruction, gfx) !== undefined,
  before: (path, instruction) => {
    const exitsHere = isExit(instruction, gfx);
    if (path.exitCount > 0) checkAfterExit(report, path, instruction, gfx);
    if (instruction.kind === 'end' && !exitsHere) checkEnd(report, path, instruction, gfx);
  },
});

function checkAfterExit(report: StaticReport, path: Path, instruction: Instruction, gfx: Gfx): void {
  const action = describeSectionAction(instruction, gfx);
  if (action === undefined) return;
  report.addFinding('PROTO-01', path, instruction, {
    allowed: 'A path exits once, and does not run any part of the section afterwards.',
    observed: `It ${action} at ${report.getName(instruction)}, after its exit.`,
    hint: 'Count the exits in the steps, and check loops and both sides of branches.',
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
  const exit = exitsByExport ? 'a final (done) export' : 'an ordered-done message';
  for (const rule of rules)
    report.addFinding(rule, path, instruction, {
      allowed: exitsByExport
        ? 'Every path ends with a final (done) export, which lets younger waves enter.'
        : 'A path that sets its packer sends its exit message before it ends.',
      observed: `A path ends at ${report.getName(instruction)} without ${exit}.`,
      hint: 'Check early discards first, then early returns: one of them often ends the wave without an exit.',
    });
}
