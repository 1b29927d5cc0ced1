import type { Piscina } from 'piscina';
import { getNamedSuiteHashes } from '../suite-files/named-files.js';
import { HEAP_MB, makeHeapLimits, WORKER_EXPORT } from './heap.js';

/** Threads with a heap limit, each of which runs one task at a time. They can run any worker module. */
export interface LimitedThreads {
  readonly pool: Piscina;
  readonly maxThreads: number;
  /** The heap limit of each thread in MiB. */
  readonly heapMb: number;
  /** What the threads inherited from the process when they started. */
  readonly inherited: string;
}

/**
 * Starts threads that load a worker's module. If tasks have to wait, the pool starts more threads, up to `maxThreads`
 * in total. `Pool` is the Piscina class, passed in because some callers load it lazily.
 */
export function startThreads(
  Pool: typeof Piscina,
  file: string,
  threads: number,
  maxThreads: number,
  heapMb = HEAP_MB,
): LimitedThreads {
  const pool = new Pool({
    filename: file,
    name: WORKER_EXPORT,
    minThreads: threads,
    maxThreads,
    concurrentTasksPerWorker: 1,
    resourceLimits: makeHeapLimits(heapMb),
  });
  pool.on('error', () => {
    // If a worker dies between two tasks, there is no task to reject. The pool has already replaced the worker.
  });
  return { pool, maxThreads, heapMb, inherited: describeInherited() };
}

/** Describes what new threads would inherit from the process: its environment and suite files. */
export function describeInherited(): string {
  return JSON.stringify([process.env, getNamedSuiteHashes()]);
}
