import { formatOneLine } from '../../harness/basics/index.js';
import type { KnownIssue } from '../../harness/records/index.js';
import type { RunRequest } from '../../harness/run-directory/index.js';
import { formatQuantity } from '../../harness/text/index.js';

/** Maximum number of failure groups and buckets to show in one output file. */
interface FileLimits {
  readonly groups: number;
  readonly buckets: number;
}

/**
 * The limits for the page, `report.md` and `junit.xml`, which show only the largest; `report --json` lists them all.
 */
export const FAILURE_LIMITS = {
  page: { groups: 200, buckets: 1000 },
  markdown: { groups: 5000, buckets: 5000 },
  junit: { groups: 5000, buckets: 5000 },
} as const satisfies Readonly<Record<string, FileLimits>>;

/** Says in one line why a failure is excused, by whom and until when. */
export function formatKnownIssue({ reason, owner, expires }: KnownIssue): string {
  return formatOneLine(`${reason} (${owner}, until ${expires})`);
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
