import {
  type EarlyInstruction,
  findBadOperands,
  findHazards,
  getFix,
  type HazardRow,
  type HazardSteps,
  type OperandRow,
} from '../../../../arch/index.js';
import type { RuleId } from '../../../../transactions/index.js';
import { DefaultMap } from '../../basics/default-map.js';
import type { PathJudgeFactory } from '../judge.js';
import type { StaticFinding, StaticReport } from '../report.js';

/** An instruction that comes too early, and the row that says so. */
interface Hazard extends EarlyInstruction {
  readonly row: HazardRow;
}

/** The row that had its own rule before there was a table. */
const SETTLING = { row: 'H-09', rule: 'RACE-05' } as const;

function isDoubtful(sure: HazardRow['sure']): boolean {
  return sure === 'L' || sure === 'M' || sure === 'I';
}

/** Returns the rule that reports a row of operands. */
export function getOperandRule({ sure }: OperandRow): RuleId {
  return isDoubtful(sure) ? 'HAZ-04' : 'HAZ-03';
}

/** Returns the rule that reports a row: errors where sources agree, and a warning where only one says so. */
export function getHazardRule({ id, sure, waitStates }: HazardRow): RuleId {
  if (id === SETTLING.row) return SETTLING.rule;
  if (isDoubtful(sure)) return 'HAZ-04';
  return waitStates === undefined ? 'HAZ-02' : 'HAZ-01';
}

/** Checks the rows of hazards on every path, in any world: code is judged, not values. */
export const checkHazards: PathJudgeFactory = (_gfx, report) => ({
  appliesTo: () => false,
  finish: () => {
    const { program } = report;
    const hazards = new DefaultMap<RuleId, Hazard[]>(() => []);
    for (const { row, checked, early } of findHazards(program)) {
      const rule = getHazardRule(row);
      if (checked > 0) report.arm(rule);
      for (const each of early) hazards.getOrCreate(rule).push({ ...each, row });
    }
    checkOperands(report);
    for (const [rule, found] of hazards) {
      found.sort((a, b) => a.instruction.index - b.instruction.index);
      report.findings.set(rule, describe(report, found));
    }
  },
});

const MAX_OTHERS = 4;

function describe(report: StaticReport, [first, ...others]: readonly Hazard[]): StaticFinding {
  const { row, instruction, steps, age } = first!;
  const producer = report.getName(findPart(steps));
  const missing = (row.waitStates ?? 0) - age;
  const isCounted = row.waitStates !== undefined;
  const gap = isCounted
    ? `after ${age} wait state${age === 1 ? '' : 's'}, ${missing} too few`
    : 'without that between them';
  const more = others
    .filter(({ instruction: { index } }) => index !== instruction.index)
    .map((other) => `${other.row.id} at pc 0x${other.instruction.pc.toString(16)}`);
  const listed = more.slice(0, MAX_OTHERS).join(', ');
  const rest = more.length > MAX_OTHERS ? ` and ${more.length - MAX_OTHERS} more` : '';
  return {
    allowed: `Between ${row.producer} and ${row.consumer}, there must be ${row.needs} (hazard ${row.id}; ${row.source}).`,
    observed: `${report.getName(instruction)} follows ${producer} ${gap}: ${row.consequence}.`,
    hint:
      (isCounted
        ? `Insert s_nop ${missing - 1} before the later one.`
        : getFixHint(getFix(row, report.program.gfx))) +
      (more.length === 0 ? '' : ` Also: ${listed}${rest}.`),
    pc: instruction.pc,
    instruction: report.print(instruction),
    steps: [...listSteps(report, steps), `pc 0x${instruction.pc.toString(16)}: ${report.print(instruction)}`],
  };
}

function getFixHint(fix: string): string {
  return /^[sv]_/.test(fix) ? `Insert ${fix} before the later one.` : `To end it, ${fix}.`;
}

/** Returns the instruction of the hazard that comes last before the early one. */
function findPart(steps: HazardSteps): HazardSteps['instruction'] {
  return steps.isPart || steps.before === undefined ? steps.instruction : findPart(steps.before);
}

const MAX_STEPS = 12;

function listSteps(report: StaticReport, last: HazardSteps): string[] {
  const texts: string[] = [];
  for (
    let step: HazardSteps | undefined = last;
    step !== undefined && texts.length < MAX_STEPS;
    step = step.before
  )
    texts.push(`pc 0x${step.instruction.pc.toString(16)}: ${report.print(step.instruction)}`);
  return texts.reverse();
}

/** Reports the first instruction per rule that breaks a row of operands. */
function checkOperands(report: StaticReport): void {
  report.arm('HAZ-03');
  for (const { row, instruction, problem } of findBadOperands(report.program)) {
    const rule = getOperandRule(row);
    if (report.findings.has(rule)) continue;
    const step = `pc 0x${instruction.pc.toString(16)}: ${report.print(instruction)}`;
    report.findings.set(rule, {
      allowed: `The generation requires that ${row.requires} (hazard ${row.id}; ${row.source}).`,
      observed: `${report.getName(instruction)} ${problem}: ${row.consequence}.`,
      hint: `${row.fix[0]!.toUpperCase()}${row.fix.slice(1)}.`,
      pc: instruction.pc,
      instruction: report.print(instruction),
      steps: [step],
    });
  }
}
