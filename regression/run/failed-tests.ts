import type { PlannedTest } from '../records/plan.js';
import type { PastRun } from './past-run.js';

/** The tests of a run that did not pass, in plan order. */
export function failedTests(past: PastRun): PlannedTest[] {
  return Array.from(past.results()).flatMap(({ failures }) => failures.map(({ test }) => test));
}
