import { expect, it } from 'vitest';
import { lossReason } from '../../../harness/workers/run-in-order.js';

it('counts an exceeded limit or a full heap as a lost worker, but not an error thrown by the task', () => {
  const limits = { heapMb: 512 };
  const calm = { exceeded: '' };
  expect(lossReason(calm, new Error('wrong'), limits)).toBeUndefined();
  // The reason is the exceeded limit, here not a test's time limit.
  const exceeded = 'its worker did not start in 120 s';
  expect(lossReason({ exceeded }, new Error('aborted'), limits)).toBe(exceeded);
  const error = Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  expect(lossReason(calm, error, limits)).toBe('out of memory: exceeded --test-memory 512 MiB');
});
