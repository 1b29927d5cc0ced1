import type { Piscina } from 'piscina';
import { namedSuiteHashes } from '../suite-files/named-files.js';
import { boundHeap, HEAP_MB, WORKER_EXPORT } from './heap.js';

/** Threads with a heap limit, each running one task at a time. Any worker module may run in them. */
export interface LimitedThreads {
  readonly pool: Piscina;
  readonly threadsMax: number;
  /** The heap limit of each thread in MiB. */
  readonly heapMb: number;
  /** What they inherited from the process when they started. */
  readonly inherited: string;
}

/**
 * Starts threads that load a worker's module. When tasks would have to wait, the pool starts more, up to `threadsMax` in
 * total. `Pool` is Piscina, which callers pass because some of them load it late.
 */
export function startThreads(
  Pool: typeof Piscina,
  file: string,
  threads: number,
  threadsMax: number,
  heapMb = HEAP_MB,
): LimitedThreads {
  const pool = new Pool({
    filename: file,
    name: WORKER_EXPORT,
    minThreads: threads,
    maxThreads: threadsMax,
    concurrentTasksPerWorker: 1,
    resourceLimits: boundHeap(heapMb),
  });
  pool.on('error', () => {
    // A worker that dies between two tasks has no task to reject; the pool has already replaced it.
  });
  return { pool, threadsMax, heapMb, inherited: inheritedNow() };
}

/** What threads would inherit from the process if they were started now: its environment and suite files. */
export function inheritedNow(): string {
  return JSON.stringify([process.env, namedSuiteHashes()]);
}
