import { factsOf, type Gfx, type Instruction } from '../../../../arch/index.js';
import { areLanesDisjoint } from '../disjoint-lanes.js';
import type { PathJudgeFactory } from '../judge.js';
import { findConflict, type Outstanding } from '../outstanding.js';
import type { Path } from '../path.js';
import type { StaticReport } from '../report.js';
import { isExit } from '../step.js';

/** An exit with an outstanding access. It is a violation if the accessed object turns out to be ordered. */
interface PendingExit {
  readonly path: Path;
  readonly exit: Instruction;
  readonly operation: Outstanding;
}

/**
 * Checks RACE-01, RACE-02 and RACE-04 on every path. On GFX10.3 and earlier, a wave that never set its packer exits by
 * ending (U3). HANG-03 covers waves that set it but do not send the message. An object is ordered if some path accesses
 * it between its entry and its exit and some path writes it. If no wave writes the memory that a load reads, the wave
 * only has to wait for the loaded data (S-083, S-085). Exits are therefore checked once all paths are known. A write to
 * an unknown address is treated as a write to every object.
 */
export const checkCounters: PathJudgeFactory = (gfx, report) => {
  const ordered = new Set<number>();
  const written = new Set<number | undefined>();
  const pending = new Map<string, PendingExit>();
  return {
    before: (path, instruction) => {
      checkRegisters(report, path, instruction);
      if (!leavesSection(path, instruction, gfx)) return;
      report.arm('RACE-01');
      for (const operation of path.outstanding) {
        const key = `${instruction.index} ${operation.instruction.index} ${operation.object}`;
        if (!pending.has(key)) pending.set(key, { path: path.clone(), exit: instruction, operation });
      }
    },
    after: (path) => {
      const latest = path.outstanding.at(-1);
      if (latest === undefined) return;
      if (latest.inside && latest.object !== undefined) ordered.add(latest.object);
      if (writesShared(latest)) written.add(latest.object);
    },
    finish: () => {
      for (const exit of pending.values()) {
        const { inside, object } = exit.operation;
        const isOrdered = inside || (object !== undefined && ordered.has(object));
        const isWritten = object === undefined || written.has(object) || written.has(undefined);
        if (isOrdered && isWritten) reportExit(report, exit);
      }
    },
  };
};

/** Whether an operation writes memory that other waves may read, through the vector or the scalar path. */
function writesShared({ shared, instruction: { memory } }: Outstanding): boolean {
  return memory !== undefined && memory.access !== 'load' && (shared || memory.space === 'scalar');
}

/**
 * Whether an instruction leaves the section without waiting for outstanding operations. The combined end is
 * excluded because it waits.
 */
function leavesSection(path: Path, instruction: Instruction, gfx: Gfx): boolean {
  if (path.exitCount > 0 || instruction.sendsOrderedDone) return false;
  const endsWithoutExit = instruction.kind === 'end' && !factsOf(gfx).exitsByExport && !path.packerSet;
  return endsWithoutExit || isExit(instruction, gfx);
}

function reportExit(report: StaticReport, { path, exit, operation }: PendingExit): void {
  const { counter, instruction, assumedReturned } = operation;
  const isEnd = exit.kind === 'end';
  report.addFinding(assumedReturned ? 'RACE-04' : 'RACE-01', path, exit, {
    allowed: `The wave waits for all ordered accesses before ${isEnd ? 'it ends, without an exit,' : 'the exit'} at ${report.getName(exit)}.`,
    observed: `This path ${assumedReturned ? 'only' : 'never'} waits for the access at ${report.getName(instruction)}${assumedReturned ? ' with a non-zero count' : ''}.`,
    hint: `Look for the missing wait for ${counter} on the path to the ${isEnd ? 'end' : 'exit'}.`,
  });
}

function checkRegisters(report: StaticReport, path: Path, instruction: Instruction): void {
  if (path.outstanding.length === 0) return;
  report.arm('RACE-02');
  if (path.outstanding.some(({ outOfOrder }) => outOfOrder)) report.arm('RACE-04');
  const found = findConflict(path.outstanding, instruction, (load) =>
    areLanesDisjoint(report.program, load, instruction),
  );
  if (found === undefined) return;
  const { operation, reads } = found;
  const { counter, assumedReturned } = operation;
  const verb = reads ? 'reads' : 'overwrites';
  const data = operation.reads.length > 0 ? 'source data' : 'result';
  report.addFinding(assumedReturned ? 'RACE-04' : 'RACE-02', path, instruction, {
    allowed: `The ${data} of ${report.getName(operation.instruction)} may only be used after a wait for ${counter} that covers it.`,
    observed: `${report.getName(instruction)} ${verb} it ${assumedReturned ? 'after a wait with a non-zero count, which does not cover out-of-order returns' : 'without such a wait'}.`,
    hint: `Look for the missing wait for ${counter}${assumedReturned ? ', or for a count that should be 0' : ''} between the two instructions.`,
  });
}
