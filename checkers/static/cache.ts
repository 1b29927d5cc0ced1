import type { DecodedProgram } from '../../arch/index.js';
import { examine } from './examine.js';
import type { StaticReport } from './report.js';

/** Reports by decoded program and place of the collision argument, on which alone they depend. */
const REPORTS = new WeakMap<DecodedProgram, Map<number | undefined, StaticReport>>();

/** The static report of a decoded program, made once; `collisionRegister` as `examine` takes it. */
export function examinedProgram(
  decoded: DecodedProgram,
  collisionRegister: number | undefined,
): StaticReport {
  let reports = REPORTS.get(decoded);
  if (reports === undefined) {
    reports = new Map();
    REPORTS.set(decoded, reports);
  }
  let report = reports.get(collisionRegister);
  if (report === undefined) {
    report = examine(decoded, collisionRegister);
    reports.set(collisionRegister, report);
  }
  return report;
}
