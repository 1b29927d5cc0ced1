import type { DecodedProgram } from '../../../arch/index.js';
import type { Program } from '../../../transactions/index.js';
import type { DrawFacts } from '../program/draws.js';
import { examine, findCollisionRegister, findScratchRegister, hasIntrawaveArgument } from './examine.js';
import type { StaticReport } from './report.js';

/**
 * Caches reports by everything they depend on: the decoded program, the registers of the collision argument and
 * the scratch offset, whether there are layers, the number of packers, and the lengths of the parts.
 */
const REPORTS = new WeakMap<DecodedProgram, Map<string, StaticReport>>();

/** Returns the static report for a program. Each program is examined only once. */
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
  const hasLayers = hasIntrawaveArgument(program);
  const scratch = findScratchRegister(program);
  const key = `${register} ${scratch} ${hasLayers} ${packerCount} ${parts?.map(({ words }) => words)}`;
  let report = reports.get(key);
  if (report === undefined) {
    report = examine(decoded, register, parts, hasLayers, { scratchRegister: scratch, packerCount });
    reports.set(key, report);
  }
  return report;
}

/** Caches reports by draw. Rules look them up at every access, and building the key string each time would be slow. */
const DRAW_REPORTS = new WeakMap<DrawFacts, StaticReport>();

/** Returns the static report for a draw's program on the current chip. */
export function examineDraw(draw: DrawFacts): StaticReport {
  let report = DRAW_REPORTS.get(draw);
  if (report === undefined) {
    report = examineProgram(draw.decoded, draw.program, draw.packerCount);
    DRAW_REPORTS.set(draw, report);
  }
  return report;
}
