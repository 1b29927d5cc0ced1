import { expect, it } from 'vitest';
import { lossReason } from '../../../harness/workers/run-in-order.js';

it('an error thrown by the task is not a loss of its worker', () => {
  const limits = { ms: 60_000, heapMb: 512 };
  const calm = new AbortController();
  const late = new AbortController();
  late.abort();
  expect(lossReason(calm, new Error('wrong'), limits)).toBeUndefined();
  expect(lossReason(late, new Error('aborted'), limits)).toBe('timeout: exceeded --test-time 60s');
  const lost = Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  expect(lossReason(calm, lost, limits)).toBe('out of memory: exceeded --test-memory 512 MiB');
});
