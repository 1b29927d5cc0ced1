import type { ResourceLimits } from 'node:worker_threads';

/**
 * The name under which a worker's module exports its task. It is not the default export, which Node 20.19 and later wrap
 * for Piscina's `require`: a worker that is terminated at that moment crashes the whole process.
 */
export const WORKER_EXPORT = 'runTask';

/** The default limit of a thread's old-generation heap, in MiB. */
export const HEAP_MB = 2048;

/** The limit of the young generation in MiB: three semi-spaces of 4 MiB. */
const YOUNG_MB = 12;

/** The limits of a worker's heap. The young generation is small, since a test leaves little behind. */
export function boundHeap(heapMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB };
}
