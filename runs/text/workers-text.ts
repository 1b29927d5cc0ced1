import { counted } from '../../base/text/index.js';
import type { RunRequest } from '../../harness/run-directory/index.js';

/** Says who ran the tests. The number of workers on a queue is unknown. */
export function workersText({
  queue,
  queued,
  workers,
}: Pick<RunRequest, 'queue' | 'queued' | 'workers'>): string {
  return queue === undefined && queued === undefined ? counted(workers, 'worker') : 'workers of a queue';
}
