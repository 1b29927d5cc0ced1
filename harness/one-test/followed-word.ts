import type { Violation } from '../../transactions/index.js';
import { causesFirst } from '../records/index.js';
import type { TestResult } from './run-test.js';

/** Address of a word of memory that ended wrong: of several, that of the first error; undefined where none did. */
export function wrongWordIn({ verdict }: TestResult): number | undefined {
  const found = verdict.violations.filter(({ place }) => place.address !== undefined);
  const [first] = causesFirst(found.map((violation) => ({ violation })));
  return first?.violation.place.address;
}

/** A result with the violations of that word as a run tells them that followed its accesses. */
export function withStory(result: TestResult, followed: TestResult, address: number): TestResult {
  const stories = followed.verdict.violations.filter(({ place }) => place.address === address);
  const toldOf = (violation: Violation): Violation =>
    stories.find((story) => isSame(story, violation)) ?? violation;
  const violations = result.verdict.violations.map((violation) =>
    violation.place.address === address ? toldOf(violation) : violation,
  );
  return { ...result, verdict: { ...result.verdict, violations } };
}

function isSame(a: Violation, b: Violation): boolean {
  return (
    a.rule === b.rule &&
    a.severity === b.severity &&
    a.place.address === b.place.address &&
    a.observed === b.observed
  );
}
