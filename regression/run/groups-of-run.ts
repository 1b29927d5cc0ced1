import { type FailureGroup, groupFailures } from './failure-groups.js';
import { regroupByForms } from './group-forms.js';
import { familyOf, mayBeOneBug } from './one-bug-rules.js';
import type { RunReport } from './run-request.js';

/** The failure groups of a run, by what its log and its triage say. */
export function groupsOfRun({
  tally,
  separations = [],
  kinds = [],
}: Pick<RunReport, 'tally' | 'separations' | 'kinds'>): FailureGroup[] {
  const groups = groupFailures(tally.buckets.values(), separations);
  const told = new Set(
    separations.flatMap(({ cause, other }) => [
      `${familyOf(cause)} ${familyOf(other)}`,
      `${familyOf(other)} ${familyOf(cause)}`,
    ]),
  );
  return regroupByForms(
    groups,
    kinds,
    (a, b) => told.has(`${familyOf(a.rule)} ${familyOf(b.rule)}`) || !mayBeOneBug(errorOf(a), errorOf(b)),
  );
}

function errorOf({ rule, unit }: FailureGroup): string {
  return `${rule} ${unit}`;
}
