import type { DecodedProgram } from '../../../arch/index.js';
import type { Program } from '../../../transactions/index.js';
import type { DrawFacts } from '../program/draws.js';
import { examine, findCollisionRegister, findScratchRegister, hasIntrawaveArgument } from './examine.js';
import type { StaticReport } from './report.js';

/**
 * Caches reports by everything they depend on: the decoded program, the registers of the collision argument and
 * the scratch offset, the layers, the packers and the lengths of the parts.
 */
const REPORTS = new WeakMap<DecodedProgram, Map<string, StaticReport>>();

/** Returns the static report on a program, examining it only once. */
export function examineProgram(
  decoded: DecodedProgram,
  program: Program,
  packerCount?: number,
): StaticReport {
  let reports = REPORTS.get(decoded);
  if (reports === undefined) {
    reports = new Map();
    REPORTS.set(decoded, reports);
  }
  const register = findCollisionRegister(program);
  const parts = program.sections?.parts;
  const layers = hasIntrawaveArgument(program);
  const scratch = findScratchRegister(program);
  const key = `${register} ${scratch} ${layers} ${packerCount} ${parts?.map(({ words }) => words)}`;
  let report = reports.get(key);
  if (report === undefined) {
    report = examine(decoded, register, parts, layers, { scratchRegister: scratch, packerCount });
    reports.set(key, report);
  }
  return report;
}

/**
 * Caches reports by draw. Rules look them up at every access, and building a report's text key each time would
 * be slow.
 */
const DRAW_REPORTS = new WeakMap<DrawFacts, StaticReport>();

/** Returns the static report on a draw's program for the current chip. */
export function examineDraw(draw: DrawFacts): StaticReport {
  let report = DRAW_REPORTS.get(draw);
  if (report === undefined) {
    report = examineProgram(draw.decoded, draw.program, draw.packerCount);
    DRAW_REPORTS.set(draw, report);
  }
  return report;
}
