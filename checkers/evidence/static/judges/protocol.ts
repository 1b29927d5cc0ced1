import type { Gfx, Instruction } from '../../../../arch/index.js';
import { factsOf, getEventWaitImmediate, waitsForExportReady } from '../../../../arch/index.js';
import type { PartLength } from '../../../../transactions/index.js';
import { SLEEP_INDEFINITELY_BIT } from '../../program/poll-loop.js';
import type { PathJudgeFactory } from '../judge.js';
import {
  encodePacker,
  getOtherModeBits,
  getPackerBits,
  getPackerRegisterName,
  hasPacker,
  touchesPacker,
} from '../packer-field.js';
import type { Path } from '../path.js';
import type { StaticReport } from '../report.js';
import { isExit } from '../step.js';

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

/**
 * Checks PROTO-02 on every path: the wave writes the packer from its collision argument to the packer register,
 * and leaves the other bits of the register unchanged.
 */
export const checkPacker: PathJudgeFactory = (gfx, report) => {
  let previousMode = 0;
  let hadPacker = false;
  return {
    appliesTo: ({ kind }) => kind === 'setreg',
    before: (path) => {
      previousMode = getOtherModeBits(path.scalars.hardware, gfx);
      hadPacker = hasPacker(path.scalars.hardware, gfx);
    },
    after: (path, instruction) => {
      if (!report.isArgumentKnown || !touchesPacker(instruction.hwreg, gfx)) return;
      const { hardware } = path.scalars;
      const expected = encodePacker(path.world.packer, gfx);
      const written = getPackerBits(hardware, gfx);
      if (written === 0 && !hadPacker) return;
      report.arm('PROTO-02');
      const isModeChanged = getOtherModeBits(hardware, gfx) !== previousMode;
      if (written === expected && !isModeChanged) return;
      const register = getPackerRegisterName(gfx);
      report.addFinding('PROTO-02', path, instruction, {
        allowed: `A wave on packer ${path.world.packer} sets ${register} to ${expected} and leaves the rest of the register unchanged.`,
        observed: isModeChanged
          ? `The write changes bits of MODE other than 25:24.`
          : `${register} becomes ${written}.`,
        hint: 'Check which bits of the collision argument are used as the packer, and the offset and width of the write.',
      });
    },
  };
};

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
      observed: `A wave polls at ${report.getName(instruction)} with no packer set.`,
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
    observed: `A path ${action} at ${report.getName(instruction)}, after its exit.`,
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
