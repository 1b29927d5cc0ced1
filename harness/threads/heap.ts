import type { ResourceLimits } from 'node:worker_threads';

/**
 * Name of the task export in a worker's module. Not the default: Node 20.19 and later wrap that for Piscina's `require`, and a
 * worker ended at that moment crashes the whole process.
 */
export const WORKER_EXPORT = 'runTask';

/** Old-generation heap of a thread unless the user asks for another, in MiB. */
export const HEAP_MB = 2048;

/** Three semi-spaces of 4 MiB. */
const YOUNG_MB = 12;

/** Bounds a worker's heap: the old generation in MiB, and a small young generation, since a test leaves little behind. */
export function boundHeap(heapMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB };
}
