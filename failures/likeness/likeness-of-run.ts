import type { RunReport } from '../../harness/run-directory/index.js';
import type { LikeFault, Separation } from '../../harness/triage-findings/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import { groupsOfRun } from '../groups/groups-of-run.js';
import { familyOf, isInFamily } from '../groups/one-bug-rules.js';
import { FaultLibrary } from './choice.js';
import { readFaultPrints } from './fault-prints.js';
import { makePrint, type Print } from './print.js';

/**
 * Returns the faults that each of a run's failure groups resembles, by group signature. The list is empty if no fault
 * is similar enough. There is no entry if no rule fired.
 */
export function likenessOfRun(
  report: Pick<RunReport, 'tally' | 'separations' | 'kinds'>,
): ReadonlyMap<string, readonly LikeFault[]> {
  if (report.tally.buckets.size === 0) return new Map();
  const library = new FaultLibrary(readFaultPrints());
  const groups = groupsOfRun(report);
  const separated = [...(report.separations ?? []), ...groups.flatMap(({ shownBy }) => shownBy ?? [])];
  return new Map(
    groups.flatMap((group) => {
      const print = printOfGroup(group, separated);
      return print.tests === 0 ? [] : [[group.signature, library.nearest(print)]];
    }),
  );
}

/** Returns a group's print, without the errors attributed to another bug. */
export function printOfGroup(
  { rule, buckets }: FailureGroup,
  separations: readonly Separation[] = [],
): Print {
  const otherRules = separations.flatMap(({ cause, other }) => {
    if (familyOf(cause) === familyOf(rule)) return [other];
    return familyOf(other) === familyOf(rule) ? [cause] : [];
  });
  return makePrint(buckets, (error) => !otherRules.some((otherRule) => isInFamily(error, otherRule)));
}
