import { explainLoss } from '../../../harness/workers/limited-pool.js';

it('counts a worker as lost after it exceeds a limit or fills the heap, but not after its task throws an error', () => {
  const limits = { heapMb: 512 };
  const withinLimit = { exceeded: '' };
  expect(explainLoss(withinLimit, new Error('wrong'), limits)).toBeUndefined();
  // The reason gives the limit that was exceeded, which is not always a test's time limit.
  const exceeded = 'its worker did not start within 120 s';
  expect(explainLoss({ exceeded }, new Error('aborted'), limits)).toBe(exceeded);
  const error = Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  expect(explainLoss(withinLimit, error, limits)).toBe('out of memory: exceeded --test-memory 512 MiB');
});
