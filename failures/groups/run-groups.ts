import type { Bucket, RunReport } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import { type FailureGroup, groupFailures } from './failure-groups.js';
import { regroupByObservations } from './group-forms.js';
import { getFamily, mayBeSameBug } from './one-bug-rules.js';

/** Returns the failure groups of a run, based on its log and its triage results. */
export function findFailureGroups({
  tally,
  separations = [],
  kinds = [],
}: Pick<RunReport, 'tally' | 'separations' | 'kinds'>): FailureGroup[] {
  const groups = groupFailures(tally.buckets.values(), separations);
  const separatedPairs = new Set(
    separations.flatMap(({ cause, other }) => [
      `${getFamily(cause)} ${getFamily(other)}`,
      `${getFamily(other)} ${getFamily(cause)}`,
    ]),
  );
  return regroupByObservations(
    groups,
    kinds,
    (a, b) =>
      separatedPairs.has(`${getFamily(a.rule)} ${getFamily(b.rule)}`) ||
      !mayBeSameBug(getGroupName(a), getGroupName(b)),
  );
}

function getGroupName({ rule, unit }: FailureGroup): string {
  return `${rule} ${unit}`;
}

/**
 * Returns the failure in a group to read first: the one with the fewest waves or, for a masked bug, the failure in
 * which the bug was seen, because the others may not exhibit it.
 */
export function findSmallestFailure({ maskedBy, buckets }: FailureGroup): Bucket['smallest'] {
  const examples = buckets.find(({ signature }) => signature === maskedBy?.signature)?.examples ?? [];
  const example = examples.find(({ test }) => formatTestId(test) === maskedBy?.test);
  if (example !== undefined)
    return { test: formatTestId(example.test), repro: example.repro, waves: example.waves };
  return buckets
    .map(({ smallest }) => smallest)
    .reduce((best, candidate) => (candidate.waves < best.waves ? candidate : best));
}
