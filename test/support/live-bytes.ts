import { findCollector } from '../../harness/threads/heap.js';

/** Returns the bytes in live objects and array buffers of this thread. */
export function measureLiveBytes(): number {
  const collectGarbage = findCollector();
  for (let round = 0; round < 3; round++) collectGarbage!();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
