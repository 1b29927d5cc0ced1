import { factsOf, getEventWaitImmediate, waitsForExportReady } from '../../../../arch/index.js';
import type { PathJudgeFactory } from '../judge.js';

/** The null target, which GFX11 removed (pops.md 9). */
export const NULL_TARGET = 9;

/** Checks PROTO-05 on every path, on GFX11 and later. */
export const checkExports: PathJudgeFactory = (gfx, report) => ({
  appliesTo: (instruction) =>
    factsOf(gfx).exitsByExport && (instruction.kind === 'wait-event' || instruction.export !== undefined),
  before: (path, instruction) => {
    if (instruction.kind === 'wait-event') {
      report.arm('PROTO-05');
      if (!waitsForExportReady(factsOf(gfx), instruction.immediate))
        report.addFinding('PROTO-05', path, instruction, {
          allowed: `The immediate of the event wait is 0x${getEventWaitImmediate(factsOf(gfx), true).toString(16)}, so that it waits for export-ready.`,
          observed: `${report.getName(instruction)} does not wait.`,
          hint: 'Check the polarity of the immediate: it is inverted on GFX12 compared with GFX11.',
        });
    }
    if (instruction.export === undefined) return;
    report.arm('PROTO-05');
    const isLate = path.exitCount > 0 && !instruction.export.done;
    if (!isLate && instruction.export.target !== NULL_TARGET) return;
    report.addFinding('PROTO-05', path, instruction, {
      allowed: 'The export with done comes last; all exports go to targets that exist on this generation.',
      observed: isLate
        ? `${report.getName(instruction)} follows the export with done.`
        : `${report.getName(instruction)} goes to the null target.`,
      hint: 'Check which export sets done: depth goes first, then colours, and the last one sets done.',
    });
  },
});
