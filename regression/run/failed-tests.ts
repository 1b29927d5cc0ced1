import { UsageError } from '../../transactions/index.js';
import { matchesGlob } from '../basics/glob.js';
import type { PlannedTest } from '../records/plan.js';
import { groupFailures } from './failure-groups.js';
import type { PastRun } from './past-run.js';
import { storedReport } from './resume-run.js';

/** The tests of a run that did not pass, in plan order. */
export function failedTests(past: PastRun): PlannedTest[] {
  return Array.from(past.results()).flatMap(({ failures }) => failures.map(({ test }) => test));
}

/**
 * Those of one failure group, by its name or that of one of its buckets; `*` stands for any text. Throws `UsageError` where no group
 * of the run has that name.
 */
export function failedTestsOfGroup(past: PastRun, name: string): PlannedTest[] {
  const groups = groupFailures(storedReport(past.directory).report.tally.buckets.values());
  const chosen = groups.filter(({ signature, buckets }) =>
    [signature, ...buckets.map((bucket) => bucket.signature)].some((own) => matchesGlob(own, name)),
  );
  if (chosen.length === 0) {
    const has =
      groups.length === 0 ? 'no failure' : groups.map(({ signature }) => `"${signature}"`).join(', ');
    throw new UsageError(`No failure group "${name}" in ${past.directory}: it has ${has}`);
  }
  const signatures = new Set(chosen.flatMap(({ buckets }) => buckets.map(({ signature }) => signature)));
  return Array.from(past.batches()).flatMap(({ failures }) =>
    failures.filter(({ signature }) => signatures.has(signature)).map(({ test }) => test),
  );
}
