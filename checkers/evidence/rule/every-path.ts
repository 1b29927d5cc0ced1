import { memoise } from '../basics/default-map.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { getDecodedProgram } from '../program/programs.js';
import { examineDraw, examineProgram } from '../static/cache.js';
import type { StaticFinding, StaticReport } from '../static/report.js';

/**
 * Reports a rule's static findings for the programs in use, once per program. Only programs with a finding are
 * added to the rule's check count.
 *
 * Static findings are dated one cycle after the end of the run so that they sort last.
 * They fail the run even if they are the only findings.
 */
export function reportEveryPath({ draws }: Pick<Ledgers, 'draws'>, judge: Judge, end: number): void {
  for (const { index, report } of listProgramReports(draws))
    if (reportFinding(judge, report, index, end)) judge.armed++;
}

/**
 * Like `reportEveryPath`, but adds every location checked to the rule's check count, and reports truncated
 * paths as missing data.
 */
export function checkEveryPath({ draws }: Pick<Ledgers, 'draws'>, judge: Judge, end: number): void {
  for (const { index, report } of listProgramReports(draws)) {
    judge.armed += report.armed.get(judge.rule.id) ?? 0;
    if (report.incomplete) judge.lacks('complete paths through a program');
    reportFinding(judge, report, index, end);
  }
}

/** Like `checkEveryPath`, for the programs of background work, which runs outside draws. */
export function checkBackgroundPaths(
  { scenario, set }: Pick<Ledgers, 'scenario' | 'set'>,
  judge: Judge,
  end: number,
): void {
  for (const [item, work] of (scenario.background?.works ?? []).entries()) {
    const program = { name: `work item ${item}`, words: work.words, arguments: [], inputs: [] };
    const report = examineProgram(getDecodedProgram(work, set, scenario.wave), program);
    judge.armed += report.armed.get(judge.rule.id) ?? 0;
    const finding = report.findings.get(judge.rule.id);
    if (finding === undefined || !judge.fires()) continue;
    const { place: _, ...violation } = createViolation(finding, 0, end + 1);
    const { pc, instruction, allowed } = finding;
    judge.report({ ...violation, place: { pc, instruction }, allowed: `In ${program.name}: ${allowed}` });
  }
}

/**
 * Reports the rule's finding for a program, if any, at the first draw that uses the program. Returns whether
 * there was one.
 */
function reportFinding(judge: Judge, report: StaticReport, draw: number, end: number): boolean {
  const finding = report.findings.get(judge.rule.id);
  if (finding === undefined) return false;
  judge.violate(createViolation, finding, draw, end + 1);
  return true;
}

/** Returns the report for each program, with the index of the first draw that uses it. */
export const listProgramReports = memoise((draws: Ledgers['draws']) =>
  draws
    .filter(({ program }, index) => draws.findIndex((draw) => draw.program === program) === index)
    .map((draw) => ({ index: draw.index, report: examineDraw(draw) })),
);

/** Creates a violation from a static finding, at the first draw that uses the program. */
export function createViolation({ pc, instruction, ...finding }: StaticFinding, draw: number, cycle: number) {
  return { ...finding, cycle, unit: 'program', place: { draw, pc, instruction } };
}
