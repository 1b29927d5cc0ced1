import { formatKnownIssue, type RuleWarnings } from '../../harness/records/index.js';
import type { RunReport, RunRequest } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import { formatNumber, formatQuantity } from '../../harness/text/index.js';

/** Maximum number of differing tests to list. */
const MAX_NAMES = 3;

/** Describes whether a rerun has the same tests as the original run. */
export function describeRerun({
  runId,
  tests,
  stored,
  different,
  unknown,
  without: removedFaults,
}: NonNullable<RunReport['again']>): string {
  const reuseNote = stored === 0 ? '' : `; reused ${formatQuantity(stored, 'stored scenario')} from that run`;
  const suffix =
    removedFaults === undefined
      ? reuseNote
      : `${reuseNote}; without fault ${removedFaults.join(', ')}, which was in that run's build`;
  if (different.length + unknown === 0) return `same tests as ${runId}${suffix}`;
  const ellipsis = different.length > MAX_NAMES ? ', …' : '';
  const names = different.slice(0, MAX_NAMES).join(', ');
  const count = formatQuantity(tests, 'test');
  const changed = `${different.length} of ${count} differ from those in ${runId} because their generators changed: ${names}${ellipsis}`;
  const unclear = `cannot tell whether ${unknown} of ${count} match those in ${runId}`;
  const notes = [...(different.length === 0 ? [] : [changed]), ...(unknown === 0 ? [] : [unclear])];
  return notes.join('; ').concat(suffix);
}

/**
 * Returns a verb phrase for a rerun that cannot be compared, since it has only some of the tests or the original
 * run was deleted.
 */
export function describeSkippedRerun({ runId, tests }: NonNullable<RunReport['again']>): string {
  return `reruns ${formatQuantity(tests, 'test')} from run ${runId} and was not compared with any run`;
}

/** Maximum number of failure groups and buckets to show in one output file. */
interface FileLimits {
  readonly groups: number;
  readonly buckets: number;
}

/** The limits for the page and `report.md`, which show only the largest; `report --json` lists them all. */
export const FAILURE_LIMITS = {
  page: { groups: 200, buckets: 1000 },
  markdown: { groups: 5000, buckets: 5000 },
} as const satisfies Readonly<Record<string, FileLimits>>;

/** Counts a rule's warnings, and the known ones among them: `PERF-07 672 (12 known)`. */
export function formatWarningCount({ rule, times, unknown }: RuleWarnings): string {
  const known =
    unknown === times ? '' : unknown === 0 ? ' (known)' : ` (${formatNumber(times - unknown)} known)`;
  return `${rule} ${formatNumber(times)}${known}`;
}

/** Lists the places of a rule's warnings, one line each, with the first test or why they are known. */
export function listWarningPlaces({ places }: RuleWarnings): string[] {
  return places.map(({ signature, times, first, known }) => {
    const note =
      known === undefined ? `first in ${formatTestId(first)}` : `known: ${formatKnownIssue(known)}`;
    return `${signature}, ${formatNumber(times)} times, ${note}`;
  });
}

/** Describes the workers that ran the tests. With a queue, their number is unknown. */
export function describeWorkers({
  queue,
  queued,
  workers,
}: Pick<RunRequest, 'queue' | 'queued' | 'workers'>): string {
  return queue === undefined && queued === undefined
    ? formatQuantity(workers, 'worker')
    : 'workers from a queue';
}
