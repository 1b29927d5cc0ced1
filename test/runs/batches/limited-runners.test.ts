import type { Batch, BatchResult } from '../../../harness/workers/batch-result.js';
import type { BatchRunner } from '../../../harness/workers/pool.js';
import { LimitedRunners } from '../../../runs/batches/limited-runners.js';

const BATCH = {} as Batch;

/** Creates runners that resolve a microtask later or, once closed, reject. */
function createLimitedRunners() {
  const closed: number[] = [];
  const limited = new LimitedRunners(({ ms }) => {
    const run = async () => {
      await Promise.resolve();
      if (closed.includes(ms)) throw new Error(`runner ${ms} is closed`);
      return {} as BatchResult;
    };
    const close = async () => {
      closed.push(ms);
    };
    return { run, close } as unknown as BatchRunner;
  });
  return { closed, run: (ms: number) => limited.run({ ms, heapMb: 64 }, BATCH) };
}

it('keeps runners whose batches arrived in the same tick, and rejects a fifth combination of limits', async () => {
  const { closed, run } = createLimitedRunners();
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map(run));
  expect(results.map(({ status }) => status)).toEqual([...new Array(4).fill('fulfilled'), 'rejected']);
  expect(closed).toEqual([5]);
});

it('closes the longest-idle runner to make room for another combination of limits', async () => {
  const { closed, run } = createLimitedRunners();
  for (const ms of [1, 2, 3, 4, 1, 5]) await run(ms);
  expect(closed).toEqual([2]);
});
