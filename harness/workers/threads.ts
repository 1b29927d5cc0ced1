import { setFlagsFromString } from 'node:v8';
import type { ResourceLimits } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { builtFile } from '../../bundle/index.js';
import type { Batch, BatchResult } from './batch-result.js';

/**
 * What a worker's module exports for its tasks. Not the default: Node 20.19 and later wrap one for Piscina's `require`, and a worker
 * that is ended in that moment takes the whole process down.
 */
export const WORKER_EXPORT = 'runTask';

/** Three semi-spaces of 4 MiB. */
const YOUNG_MB = 12;

/** How much a heap may grow before it is collected, over what the last collection left. The engine's own choice is up to four times. */
const GROWING_PERCENT = 150;

/** A batch as a worker gets it; what the worker says of it carries the ticket. */
export type PoolTask = Batch & { readonly ticket: number };

/** Worker threads, and what decides whether another run may have them. */
export interface Threads {
  readonly pool: Piscina<PoolTask, BatchResult>;
  /** Number and size of the threads; undefined where they run a module of a test. */
  readonly size: string | undefined;
  /** Whether they loaded a suite or a configuration, which may have changed by the next run. */
  haveCodeOfUser: boolean;
}

/** Threads of the last run of this process, for the next one: starting them takes longer than a short run. */
let left: Threads | undefined;

/**
 * Bounds the heap of a worker: what lives long, in MiB, and a small place for what is new, since a test leaves little behind. How far
 * heaps grow between two collections is set for the whole process, which the engine offers no other way.
 */
export function boundHeap(heapMb: number): ResourceLimits {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  return { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB };
}

/** Threads with this heap each in MiB: those that a run left, or new ones. */
export function takeThreads(workers: number, heapMb: number, workerFile?: string): Threads {
  const size = workerFile === undefined ? `${workers} of ${heapMb} MiB` : undefined;
  if (left !== undefined && left.size === size) {
    const taken = left;
    left = undefined;
    return taken;
  }
  const pool = new Piscina<PoolTask, BatchResult>({
    filename: workerFile ?? builtFile('harness/workers/worker.js'),
    name: WORKER_EXPORT,
    minThreads: workers,
    maxThreads: workers,
    concurrentTasksPerWorker: 1,
    resourceLimits: boundHeap(heapMb),
  });
  pool.on('error', () => {
    // A worker that dies between two tasks has no task to reject; the pool has replaced it already.
  });
  return { pool, size, haveCodeOfUser: false };
}

/** Leaves threads to the next run, in place of those left before; ends them where a batch still runs or a user's code is in them. */
export async function leaveThreads(threads: Threads, isIdle: boolean): Promise<void> {
  const isReusable = isIdle && threads.size !== undefined && !threads.haveCodeOfUser;
  const ended = isReusable ? left : threads;
  if (isReusable) left = threads;
  await ended?.pool.destroy();
}
