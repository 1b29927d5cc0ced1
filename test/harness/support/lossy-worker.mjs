import { pathToFileURL } from 'node:url';
import { builtFile } from '../../../dist/harness/built/index.js';

const { runTask: runBatchTask } = await import(pathToFileURL(builtFile('harness/workers/worker.js')).href);

/** Runs a batch as the real worker does, except that one test makes the worker exit. */
export function runTask(batch) {
  const shouldExit = batch.tests.some(({ sequence, index }) => sequence === 'rmw_buffer' && index === 1);
  if (shouldExit && !batch.generateOnly) process.exit(9);
  return runBatchTask(batch);
}
