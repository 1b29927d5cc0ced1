import { counted } from '../../base/text/index.js';
import type { RunRequest } from '../../harness/run-directory/index.js';

/** Who ran the tests: a queue's number of workers is unknown. */
export function workersText({
  queue,
  queued,
  workers,
}: Pick<RunRequest, 'queue' | 'queued' | 'workers'>): string {
  return queue === undefined && queued === undefined ? counted(workers, 'worker') : 'workers of a queue';
}
