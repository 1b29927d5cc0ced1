import { Worker } from 'node:worker_threads';
import { findCollector } from '../../../harness/threads/heap.js';

/** Takes the flag back again and again, as other workers do when they have found their collector. */
const RESET = "for (;;) require('node:v8').setFlagsFromString('--no-expose-gc');";

it('a worker that looks for the collector beside others goes on without it, and finds it later', async () => {
  const other = new Worker(RESET, { eval: true });
  while (findCollector() !== undefined);
  await other.terminate();
  expect(findCollector()).toBeTypeOf('function');
});
