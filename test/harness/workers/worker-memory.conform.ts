import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { createPool, DEFAULT_LIMITS } from '../../../harness/workers/pool.js';

it('a worker collects its garbage after every 500 tests', async () => {
  const workerFile = new URL('../support/watched-worker.mjs', import.meta.url).href;
  const pool = createPool({ workers: 1, workerFile, limits: DEFAULT_LIMITS });
  onTestFinished(() => pool.close());
  // Tests of an unknown sequence fail at once.
  const tests = Array.from({ length: 100 }, (_, index) => ({ sequence: 'unknown', index, seed: '0x1' }));
  const batch = { first: 0, tests, overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: 'test' };
  const results: object[] = [];
  for (let i = 0; i < 13; i++) results.push(await pool.run(batch));
  // A collection is counted during one of the next two batches.
  expect([4, 9, 12].map((i) => results[i])).toMatchObject([0, 1, 2].map((collections) => ({ collections })));
});
