import type { Violation } from '../../transactions/index.js';
import { causesFirst } from '../records/index.js';
import type { TestResult } from './run-test.js';

/** Address of a memory word that ended wrong: the first error's if several; undefined if none. */
export function wrongWordIn({ verdict }: TestResult): number | undefined {
  const found = verdict.violations.filter(({ place }) => place.address !== undefined);
  const [first] = causesFirst(found.map((violation) => ({ violation })));
  return first?.violation.place.address;
}

/** A result with that word's violations replaced by those of a run that followed its accesses. */
export function withStory(result: TestResult, followed: TestResult, address: number): TestResult {
  const stories = followed.verdict.violations.filter(({ place }) => place.address === address);
  const withStoryOf = (violation: Violation): Violation =>
    stories.find((story) => isSame(story, violation)) ?? violation;
  const violations = result.verdict.violations.map((violation) =>
    violation.place.address === address ? withStoryOf(violation) : violation,
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
