import { constants, PerformanceObserver } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { builtFile } from '../../../dist/harness/built/index.js';

const { runTask: runBatchTask } = await import(pathToFileURL(builtFile('harness/workers/worker.js')).href);
const MIB = 2 ** 20;
const held = [];
let collections = 0;
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries())
    if ((detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0) collections++;
}).observe({ entryTypes: ['gc'] });

/**
 * Runs a batch as the real worker does while holding as many MiB in its heap as the suite's name says, and adds how
 * often the worker has collected its garbage.
 */
export async function runTask(batch) {
  while (held.length < Number(batch.suite)) held.push(new Array(MIB / 8).fill(0.5));
  return { ...(await runBatchTask({ ...batch, suite: 'smoke' })), collections };
}
