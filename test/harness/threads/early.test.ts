import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { builtFile } from '../../../bundle/index.js';
import { startEarly, takeEarly } from '../../../harness/threads/index.js';

const REPLAY = { module: 'failures/replay/replay-worker.js', threads: 1, threadsMax: 1 } as const;

it('ends threads that a command did not take when the next command of its process starts', async () => {
  const created = once(process, 'worker');
  await startEarly(REPLAY, ['replay', 'no-such-run']);
  const [worker] = (await created) as [Worker];
  const ended = once(worker, 'exit');
  await startEarly(REPLAY, ['replay', '--help']);
  await ended;
  expect(takeEarly(builtFile(REPLAY.module), 1)).toBeUndefined();
});
