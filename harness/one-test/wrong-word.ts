import type { Violation } from '../../transactions/index.js';
import { sortCausesFirst } from '../records/index.js';
import type { TestResult } from './run-test.js';

/** Returns the address of the first memory word reported to have a wrong final value, or undefined if there is none. */
export function findWrongWord({ verdict }: TestResult): number | undefined {
  const found = verdict.violations.filter(({ place }) => place.address !== undefined);
  const [first] = sortCausesFirst(found.map((violation) => ({ violation })));
  return first?.violation.place.address;
}

/** Replaces a result's violations at `address` with those from a run that tracked the accesses to that word. */
export function replaceViolations(
  result: TestResult,
  trackedResult: TestResult,
  address: number,
): TestResult {
  const trackedViolations = trackedResult.verdict.violations.filter(({ place }) => place.address === address);
  const findReplacement = (violation: Violation): Violation =>
    trackedViolations.find((candidate) => isSameViolation(candidate, violation)) ?? violation;
  const violations = result.verdict.violations.map((violation) =>
    violation.place.address === address ? findReplacement(violation) : violation,
  );
  return { ...result, verdict: { ...result.verdict, violations } };
}

function isSameViolation(a: Violation, b: Violation): boolean {
  return (
    a.rule === b.rule &&
    a.severity === b.severity &&
    a.place.address === b.place.address &&
    a.observed === b.observed
  );
}
