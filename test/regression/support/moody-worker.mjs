import { threadId } from 'node:worker_threads';
import runBatchTask from '../../../dist/regression/worker.js';

/** The real worker, but for digests that depend on the thread: no two workers agree. */
export default async function runMoodyTask(batch) {
  const result = await runBatchTask(batch);
  const digests = result.digests.map(({ row, digest }) => ({ row, digest: `${digest}-${threadId}` }));
  return { ...result, digests };
}
