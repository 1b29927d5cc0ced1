import type { Violation } from '../../transactions/index.js';
import { causesFirst } from '../records/index.js';
import type { TestResult } from './run-test.js';

/** The address of a memory word with a wrong final value: the one from the first error; undefined if there is none. */
export function wrongWordIn({ verdict }: TestResult): number | undefined {
  const found = verdict.violations.filter(({ place }) => place.address !== undefined);
  const [first] = causesFirst(found.map((violation) => ({ violation })));
  return first?.violation.place.address;
}

/** Replaces a result's violations about this word with those from a run that followed the word's accesses. */
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
