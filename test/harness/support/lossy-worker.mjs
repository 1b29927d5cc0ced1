import { pathToFileURL } from 'node:url';
import { builtFile } from '../../../dist/bundle/index.js';

const { runTask: runBatchTask } = await import(pathToFileURL(builtFile('harness/workers/worker.js')).href);

/** The real worker, except that one test kills it. */
export function runTask(batch) {
  const losesWorker = batch.tests.some(({ sequence, index }) => sequence === 'rmw_buffer' && index === 1);
  if (losesWorker && !batch.generateOnly) process.exit(9);
  return runBatchTask(batch);
}
