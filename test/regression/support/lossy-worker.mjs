import runBatchTask from '../../../dist/regression/worker.js';

/** The real worker, but for one test that takes it down. */
export default function runLossyTask(batch) {
  if (batch.tests.some(({ sequence, index }) => sequence === 'rmw_buffer' && index === 1)) process.exit(9);
  return runBatchTask(batch);
}
