import { constants, PerformanceObserver } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { builtFile } from '../../../dist/harness/built/index.js';

const { runTask: runBatchTask } = await import(pathToFileURL(builtFile('harness/workers/worker.js')).href);
let collections = 0;
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries())
    if ((detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0) collections++;
}).observe({ entryTypes: ['gc'] });

/** Runs a batch as the real worker does, and adds how often the worker has collected its garbage. */
export const runTask = async (batch) => ({ ...(await runBatchTask(batch)), collections });
