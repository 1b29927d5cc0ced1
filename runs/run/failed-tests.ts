import {
  type FailureGroup,
  findFailureGroups,
  getErrorRule,
  getFamily,
} from '../../failures/groups/index.js';
import { matchesGlob } from '../../harness/basics/index.js';
import type { FailureSummary } from '../../harness/one-test/index.js';
import { loadStoredReport, type PastRun } from '../../harness/run-directory/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';
import { UsageError } from '../../transactions/index.js';

/** Lists a run's tests that did not pass, in log order. */
export function listFailedTests(past: PastRun): PlannedTest[] {
  return Array.from(past.batches()).flatMap(({ failures }) => failures.map(({ test }) => test));
}

/**
 * Finds a run's failure groups: all of them by default, or only those whose name, or a bucket's name, matches the glob
 * `pattern`. Throws `UsageError` if no group matches.
 */
export function findGroups({ directory }: PastRun, pattern = '*'): FailureGroup[] {
  const groups = findFailureGroups(loadStoredReport(directory).report);
  const matching = groups.filter(({ signature, buckets }) =>
    [signature, ...buckets.map((bucket) => bucket.signature)].some((bucketName) =>
      matchesGlob(bucketName, pattern),
    ),
  );
  if (matching.length > 0 || pattern === '*') return matching;
  const available = groups.length === 0 ? 'none' : groups.map(({ signature }) => `"${signature}"`).join(', ');
  throw new UsageError(
    `No failure group in ${directory} matches "${pattern}"; available groups: ${available}`,
  );
}

/** Lists the failed tests of the groups that `findGroups` returns, in log order. */
export function listFailedTestsOfGroup(past: PastRun, pattern: string): PlannedTest[] {
  const matching = findGroups(past, pattern);
  return Array.from(past.batches()).flatMap(({ failures }) =>
    failures
      .filter((failure) => matching.some((group) => belongsToGroup(failure, group)))
      .map(({ test }) => test),
  );
}

/**
 * Whether a failure was caused by a group's bug. If a bug is masked by another, only some of the failures in its
 * buckets are its own.
 */
function belongsToGroup(
  { signature, fired = [] }: FailureSummary,
  { buckets, rule, maskedBy }: FailureGroup,
): boolean {
  if (!buckets.some((bucket) => bucket.signature === signature)) return false;
  return maskedBy === undefined || fired.some((error) => getFamily(getErrorRule(error)) === getFamily(rule));
}
