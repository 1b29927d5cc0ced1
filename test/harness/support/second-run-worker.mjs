import { threadId } from 'node:worker_threads';
import { runTask as pretend } from './unstable-worker.mjs';

const channel = new BroadcastChannel('second-runs');

/** Pretends to run a batch, and tells which thread runs how many tests a second time. */
export function runTask(batch) {
  if (batch.again) channel.postMessage({ threadId, tests: batch.tests.length });
  const rows = batch.tests
    .map((_, row) => row)
    .filter((row) => batch.again || (batch.first + row) % 100 === 50);
  return { ...pretend(batch), digests: rows.map((row) => ({ row, digest: '' })) };
}
