import type { ResourceLimits } from 'node:worker_threads';

/**
 * The name under which a worker's module exports its task. It is not the default export because Node 20.19 and later
 * wrap that when Piscina `require`s the module, and terminating a worker at that moment crashes the whole process.
 */
export const WORKER_EXPORT = 'runTask';

/** The default old-generation heap limit per thread, in MiB. */
export const HEAP_MB = 2048;

/** The young-generation heap limit in MiB: three semi-spaces of 4 MiB. */
const YOUNG_MB = 12;

/** A worker's heap limits. The young generation is small because tests leave little behind. */
export function makeHeapLimits(heapMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB };
}
