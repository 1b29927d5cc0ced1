import type { FailureSummary } from '../../harness/one-test/index.js';
import { findKnownIssue } from '../../harness/records/index.js';
import type { RunRequest } from '../../harness/run-directory/index.js';
import type { BatchResult, LoggedResult } from '../../harness/workers/index.js';
import { countsAsFinding, type FaultId } from '../../transactions/index.js';

type Limits = Pick<RunRequest, 'maxFailures' | 'overrides' | 'knownIssues'>;

/**
 * Whether a failure counts towards the failure limit. Known failures do not. In a run that stops once its faults are
 * detected, a failure counts only if the fault library lists its class for one of the faults, since a fault may first
 * cause a failure or static finding of some other class.
 */
function isCounted({ overrides, knownIssues, maxFailures }: Limits, failure: FailureSummary): boolean {
  if (findKnownIssue(knownIssues, failure) !== undefined) return false;
  return overrides.faults.length === 0 || (maxFailures ?? 1) > 1 || isExpectedFor(overrides.faults, failure);
}

function isExpectedFor(faults: readonly FaultId[], { rule }: FailureSummary): boolean {
  return faults.some((id) => countsAsFinding(id, rule));
}

/**
 * Returns how many of a batch's tests to keep, up to and including the one that reaches the failure limit; undefined if
 * the limit is not reached.
 */
export function countTestsToKeep(
  limits: Limits,
  countedBefore: number,
  { outcomes, failures }: BatchResult,
): number | undefined {
  let failuresLeft = (limits.maxFailures ?? Number.POSITIVE_INFINITY) - countedBefore;
  let failed = 0;
  for (const [row, outcome] of outcomes.entries()) {
    if (outcome !== 0 && isCounted(limits, failures[failed++]!) && --failuresLeft <= 0) return row + 1;
  }
  return undefined;
}

/** Returns how many of a batch's failures count towards the failure limit. */
export function countFailures(limits: Limits, { failures }: LoggedResult): number {
  return failures.filter((failure) => isCounted(limits, failure)).length;
}
