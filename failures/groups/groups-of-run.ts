import type { Bucket, RunReport } from '../../harness/run-directory/index.js';
import { testId } from '../../harness/selection/index.js';
import { type FailureGroup, groupFailures } from './failure-groups.js';
import { regroupByForms } from './group-forms.js';
import { familyOf, mayBeOneBug } from './one-bug-rules.js';

/** Returns the failure groups of a run, based on its log and its triage results. */
export function groupsOfRun({
  tally,
  separations = [],
  kinds = [],
}: Pick<RunReport, 'tally' | 'separations' | 'kinds'>): FailureGroup[] {
  const groups = groupFailures(tally.buckets.values(), separations);
  const separatedPairs = new Set(
    separations.flatMap(({ cause, other }) => [
      `${familyOf(cause)} ${familyOf(other)}`,
      `${familyOf(other)} ${familyOf(cause)}`,
    ]),
  );
  return regroupByForms(
    groups,
    kinds,
    (a, b) =>
      separatedPairs.has(`${familyOf(a.rule)} ${familyOf(b.rule)}`) ||
      !mayBeOneBug(namingError(a), namingError(b)),
  );
}

function namingError({ rule, unit }: FailureGroup): string {
  return `${rule} ${unit}`;
}

/**
 * Returns the failure in a group to read first: the one with the fewest waves or, for a bug seen only in other bugs'
 * failures, the one in which it was seen, since it may not occur in the rest.
 */
export function smallestFailure({ shownBy, buckets }: FailureGroup): Bucket['smallest'] {
  const examples = buckets.find(({ signature }) => signature === shownBy?.signature)?.examples ?? [];
  const seen = examples.find(({ test }) => testId(test) === shownBy?.test);
  if (seen !== undefined) return { test: testId(seen.test), repro: seen.repro, waves: seen.waves };
  return buckets
    .map(({ smallest }) => smallest)
    .reduce((best, candidate) => (candidate.waves < best.waves ? candidate : best));
}
