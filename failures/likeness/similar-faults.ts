import type { RunReport } from '../../harness/run-directory/index.js';
import type { Separation, SimilarFault } from '../../harness/triage-findings/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import { getFamily, isInFamily } from '../groups/one-bug-rules.js';
import { findFailureGroups } from '../groups/run-groups.js';
import { FaultLibrary } from './fault-library.js';
import { readFaultFingerprints } from './fault-prints.js';
import { type Fingerprint, makeFingerprint } from './print.js';

/**
 * Returns the faults that resemble each failure group in a run, keyed by group signature. The list is empty if no fault
 * is similar enough. Groups in which no rule fired have no entry.
 */
export function findSimilarFaults(
  report: Pick<RunReport, 'tally' | 'separations' | 'kinds'>,
): ReadonlyMap<string, readonly SimilarFault[]> {
  if (report.tally.buckets.size === 0) return new Map();
  const library = new FaultLibrary(readFaultFingerprints());
  const groups = findFailureGroups(report);
  const allSeparations = [...(report.separations ?? []), ...groups.flatMap(({ maskedBy }) => maskedBy ?? [])];
  return new Map(
    groups.flatMap((group) => {
      const print = makeGroupFingerprint(group, allSeparations);
      return print.tests === 0 ? [] : [[group.signature, library.findNearest(print)]];
    }),
  );
}

/** Returns a group's fingerprint, excluding errors attributed to other bugs. */
export function makeGroupFingerprint(
  { rule, buckets }: FailureGroup,
  separations: readonly Separation[] = [],
): Fingerprint {
  const otherRules = separations.flatMap(({ cause, other }) => {
    if (getFamily(cause) === getFamily(rule)) return [other];
    return getFamily(other) === getFamily(rule) ? [cause] : [];
  });
  return makeFingerprint(buckets, (error) => !otherRules.some((otherRule) => isInFamily(error, otherRule)));
}
