import type { RunReport } from '../../harness/run-directory/index.js';
import type { Separation, SimilarFault } from '../../harness/triage-findings/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import { getFamily, isInFamily } from '../groups/one-bug-rules.js';
import { findFailureGroups } from '../groups/run-groups.js';
import { FaultLibrary } from './fault-library.js';
import { readFaultPrints } from './fault-prints.js';
import { makePrint, type Print } from './print.js';

/**
 * Returns the faults that each of a run's failure groups resembles, by group signature. The list is empty if no fault
 * is similar enough. Groups in which no rule fired have no entry.
 */
export function findSimilarFaults(
  report: Pick<RunReport, 'tally' | 'separations' | 'kinds'>,
): ReadonlyMap<string, readonly SimilarFault[]> {
  if (report.tally.buckets.size === 0) return new Map();
  const library = new FaultLibrary(readFaultPrints());
  const groups = findFailureGroups(report);
  const allSeparations = [...(report.separations ?? []), ...groups.flatMap(({ maskedBy }) => maskedBy ?? [])];
  return new Map(
    groups.flatMap((group) => {
      const print = makeGroupPrint(group, allSeparations);
      return print.tests === 0 ? [] : [[group.signature, library.findNearest(print)]];
    }),
  );
}

/** Returns a group's print, without the errors attributed to another bug. */
export function makeGroupPrint(
  { rule, buckets }: FailureGroup,
  separations: readonly Separation[] = [],
): Print {
  const otherRules = separations.flatMap(({ cause, other }) => {
    if (getFamily(cause) === getFamily(rule)) return [other];
    return getFamily(other) === getFamily(rule) ? [cause] : [];
  });
  return makePrint(buckets, (error) => !otherRules.some((otherRule) => isInFamily(error, otherRule)));
}
