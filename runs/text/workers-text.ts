import { formatQuantity } from '../../base/text/index.js';
import type { RunRequest } from '../../harness/run-directory/index.js';

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
