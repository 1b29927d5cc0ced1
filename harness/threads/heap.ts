import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ResourceLimits } from 'node:worker_threads';

/**
 * The export name of the task in a worker's module. It is not the default export, because Node 20.19 and later wrap
 * default exports when Piscina `require`s a module, and terminating a worker while that is happening crashes the whole
 * process.
 */
export const WORKER_EXPORT = 'runTask';

/** The default old-generation heap limit per thread, in MiB. */
export const HEAP_MB = 2048;

/** The young-generation heap limit in MiB: three semi-spaces of 4 MiB. */
const YOUNG_MB = 12;

/** Returns a worker's heap limits. The young generation is small because tests leave few objects behind. */
export function makeHeapLimits(heapMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB };
}

/**
 * Returns a function that collects this thread's garbage. Returns undefined if another thread was looking for its own at
 * the same time, because V8's flags belong to the process.
 */
export function findCollector(): (() => void) | undefined {
  setFlagsFromString('--expose-gc');
  const collect: (() => void) | undefined = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return collect;
}
