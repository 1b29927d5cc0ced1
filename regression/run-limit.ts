import { type FaultId, findFault } from '../transactions/index.js';
import type { BatchResult, Failure } from './batch.js';
import type { RunRequest } from './run-request.js';

/**
 * Whether a failure counts towards the end of a run. With injected faults only one does whose rule is of a class that
 * the fault library names: a fault may first show as a consequence or a static finding of another class.
 */
function counts(faults: readonly FaultId[], failure: Failure): boolean {
  if (faults.length === 0) return true;
  const classes = faults.flatMap((id) => findFault(id)?.classes ?? []);
  return classes.some((name) => failure.rule.startsWith(`${name}-`));
}

/** Tests of a batch up to the one that reaches the limit of failures; undefined while there is room. */
export function testsToKeep(
  { maxFailures, overrides }: RunRequest,
  countedBefore: number,
  { outcomes, failures }: BatchResult,
): number | undefined {
  let room = (maxFailures ?? Number.POSITIVE_INFINITY) - countedBefore;
  let failed = 0;
  for (const [row, outcome] of outcomes.entries()) {
    if (outcome !== 0 && counts(overrides.faults, failures[failed++]!) && --room <= 0) return row + 1;
  }
  return undefined;
}

/** Failures of a batch that count towards the end of the run. */
export function countedFailures({ overrides }: RunRequest, { failures }: BatchResult): number {
  return failures.filter((failure) => counts(overrides.faults, failure)).length;
}
