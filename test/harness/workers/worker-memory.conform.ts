import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import type { BatchResult } from '../../../harness/workers/batch-result.js';
import { createPool, DEFAULT_LIMITS } from '../../../harness/workers/pool.js';

it('a worker collects its garbage once its heap exceeds 240 MiB, and then each time it has grown by half', async () => {
  const workerFile = new URL('../support/watched-worker.mjs', import.meta.url).href;
  const pool = createPool({ workers: 1, workerFile, limits: DEFAULT_LIMITS });
  onTestFinished(() => pool.close());
  const tests = [{ sequence: 'unknown', index: 0, seed: '0x1' }];
  const collections: number[] = [];
  for (const mib of [0, 300, 400, 500]) {
    const batch = { first: 0, tests, overrides: NO_OVERRIDES, suite: `${mib}`, coverageRun: 'test' };
    await pool.run(batch);
    // A collection is counted during one of the next batches.
    for (let i = 0; i < 3; i++) {
      const result = (await pool.run(batch)) as BatchResult & { readonly collections: number };
      collections[mib / 100] = result.collections;
    }
  }
  expect(collections.filter((count) => count !== undefined)).toEqual([0, 1, 1, 2]);
});
