import type { Instruction } from '../../../../arch/index.js';
import type { PartLength } from '../../../../transactions/index.js';
import type { PathJudgeFactory } from '../judge.js';
import { touchesPacker } from '../packer-field.js';
import type { Path } from '../path.js';
import type { StaticReport } from '../report.js';
import { isExit } from '../step.js';

const WORD_BYTES = 4;

/**
 * Checks PROTO-06 on every path: exactly one part of a program begins the ordered section, and exactly one ends it. An
 * exit in an earlier part counts only if the path continues into a later part, since a discard may exit at any point.
 */
export const checkParts: PathJudgeFactory = (gfx, report) => {
  const { parts } = report;
  if (parts === undefined) return {};
  const getPart = (pc: number): number => findPart(parts, pc);
  const last = parts.findLastIndex(({ words }) => words > 0);
  const begin = new SectionBoundary('begins', parts, report);
  const end = new SectionBoundary('ends', parts, report);
  const exitPcs = new Map<number, number>();
  return {
    before: (path, instruction) => {
      const part = getPart(instruction.pc);
      const isEntry =
        touchesPacker(instruction.hwreg, gfx) ||
        instruction.readsExitingId ||
        instruction.kind === 'wait-event';
      if (isEntry) begin.record(part, path, instruction);
      const exitPc = exitPcs.get(path.lastExitIndex);
      if (exitPc !== undefined && getPart(exitPc) < part) end.record(getPart(exitPc), path, instruction);
      if (!isExit(instruction, gfx)) return;
      exitPcs.set(instruction.index, instruction.pc);
      if (part === last) end.record(part, path, instruction);
    },
  };
};

/**
 * The part in which the section begins or ends. The first part recorded is taken as correct, and any other is reported.
 */
class SectionBoundary {
  private part: number | undefined;

  constructor(
    private readonly verb: 'begins' | 'ends',
    private readonly parts: readonly PartLength[],
    private readonly report: StaticReport,
  ) {}

  record(part: number, path: Path, instruction: Instruction): void {
    this.report.arm('PROTO-06');
    this.part ??= part;
    if (this.part === part) return;
    const name = (index: number): string => {
      const { part: kind } = this.parts[index];
      return kind === 'main' ? 'main part' : kind;
    };
    this.report.addFinding('PROTO-06', path, instruction, {
      allowed: `The same part of the program ${this.verb} the ordered section on every path.`,
      observed: `The section ${this.verb} in both the ${name(part)} and the ${name(this.part)} (see ${this.report.getName(instruction)}).`,
      hint: 'Check the state that was used to select the prolog, main part and epilog. All three must agree on where the section begins and ends.',
    });
  }
}

function findPart(parts: readonly PartLength[], pc: number): number {
  let end = 0;
  return parts.findIndex(({ words }) => {
    end += words * WORD_BYTES;
    return pc < end;
  });
}
