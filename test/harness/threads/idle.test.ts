import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { vi } from 'vitest';
import { builtFile } from '../../../harness/built/index.js';
import {
  HEAP_MB,
  keepIdle,
  type LimitedThreads,
  startEarly,
  startThreads,
  takeIdle,
} from '../../../harness/threads/index.js';

const REPLAY = { module: 'failures/replay/replay-worker.js', threads: 1, maxThreads: 1 } as const;
const started: LimitedThreads[] = [];

function start(threads: number, heapMb = HEAP_MB): LimitedThreads {
  const limited = startThreads(Piscina, builtFile(REPLAY.module), threads, threads, heapMb);
  started.push(limited);
  return limited;
}

afterEach(async () => {
  vi.unstubAllEnvs();
  takeIdle(1);
  for (const { pool } of started.splice(0)) await pool.destroy();
});

it("hands one command's unused threads to the next command in the same process, but only once", async () => {
  for (const a of ['x.mjs', '--workers=1']) expect(await startEarly(REPLAY, ['run', a])).toBe(takeIdle(1));
  const created = once(process, 'worker');
  await startEarly(REPLAY, ['replay', 'no-such-run']);
  const [worker] = (await created) as [Worker];
  await startEarly(REPLAY, ['replay', 'other-run']);
  const taken = takeIdle(1)!;
  started.push(taken);
  expect(taken.pool.threads.map(({ threadId }) => threadId)).toEqual([worker.threadId]);
  expect(takeIdle(1)).toBeUndefined();
});

it('replaces idle threads with newer ones, and terminates the old ones', async () => {
  const [first, second] = [start(1), start(1)];
  await keepIdle(first);
  const [replaced] = first.pool.threads as Worker[];
  const exit = once(replaced!, 'exit');
  await keepIdle(second);
  await exit;
  expect(takeIdle(1)).toBe(second);
});

it.each([
  ['there are too few of them', 2, HEAP_MB, {}],
  ['their heap limit is not the default', 1, 300, {}],
  ['the environment has changed since they started', 1, HEAP_MB, { POPS_TB_LIMITS: '7' }],
])('does not reuse idle threads if %s', async (_, threads, heapMb, environment) => {
  await keepIdle(start(1, heapMb));
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  expect(takeIdle(threads)).toBeUndefined();
});
