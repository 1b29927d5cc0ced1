import { pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';
import { builtFile } from '../../../dist/harness/built/index.js';

const { runTask: runBatchTask } = await import(pathToFileURL(builtFile('harness/workers/worker.js')).href);

/** Runs a batch as the real worker does, but makes digests depend on the thread, so no two workers agree. */
export async function runTask(batch) {
  const result = await runBatchTask(batch);
  const digests = result.digests.map(({ row, digest }) => ({ row, digest: `${digest}-${threadId}` }));
  return { ...result, digests };
}
