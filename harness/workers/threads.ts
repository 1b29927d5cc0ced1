import { setFlagsFromString } from 'node:v8';
import type { ResourceLimits } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { builtFile } from '../../bundle/index.js';
import { configFile } from '../extension/opened-config.js';
import { namedSuiteHashes } from '../suite-files/index.js';
import type { Batch, BatchResult } from './batch-result.js';

/**
 * Name of the task export in a worker's module. Not the default: Node 20.19 and later wrap that for Piscina's `require`, and a
 * worker ended at that moment crashes the whole process.
 */
export const WORKER_EXPORT = 'runTask';

/** Three semi-spaces of 4 MiB. */
const YOUNG_MB = 12;

/** Heap growth before a collection, relative to what the last one left. The engine's default is up to four times. */
const GROWING_PERCENT = 150;

/** A batch as sent to a worker; the worker's messages carry the ticket. */
export type PoolTask = Batch & { readonly ticket: number };

/** Worker threads, and what decides whether another run may reuse them. */
export interface Threads {
  readonly pool: Piscina<PoolTask, BatchResult>;
  /** Number and size of the threads, and the user's files they inherited; undefined if they run a test's module. */
  readonly kind: string | undefined;
  /** Whether they loaded a suite or configuration, which may have changed by the next run. */
  haveCodeOfUser: boolean;
}

/** Threads of this process's last run, for the next one: starting them takes longer than a short run. */
let left: Threads | undefined;

/**
 * Bounds a worker's heap: the old generation in MiB, and a small young generation, since a test leaves little behind. Heap growth
 * between collections is set for the whole process, the only way the engine offers.
 */
export function boundHeap(heapMb: number): ResourceLimits {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  return { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB };
}

/** Threads with this heap each in MiB: reused from an earlier run, or new. */
export function takeThreads(workers: number, heapMb: number, workerFile?: string): Threads {
  const kind =
    workerFile === undefined
      ? JSON.stringify([workers, heapMb, configFile() ?? null, namedSuiteHashes()])
      : undefined;
  if (left !== undefined && left.kind === kind) {
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
    // A worker that dies between two tasks has no task to reject; the pool has already replaced it.
  });
  return { pool, kind, haveCodeOfUser: false };
}

/** Leaves threads to the next run, replacing earlier ones; ends them if a batch is still running or they loaded user code. */
export async function leaveThreads(threads: Threads, isIdle: boolean): Promise<void> {
  const isReusable = isIdle && threads.kind !== undefined && !threads.haveCodeOfUser;
  const ended = isReusable ? left : threads;
  if (isReusable) left = threads;
  await ended?.pool.destroy();
}
