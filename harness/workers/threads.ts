import { Piscina } from 'piscina';
import { builtFile } from '../../bundle/index.js';
import { configFile } from '../extension/config-file.js';
import { namedSuiteHashes } from '../suite-files/index.js';
import { startThreads } from '../threads/index.js';
import type { Batch, BatchResult } from './batch-result.js';

/** A batch as sent to a worker, whose messages carry the ticket. */
export type PoolTask = Batch & { readonly ticket: number };

/** Worker threads, and whether another run may reuse them. */
export interface Threads {
  readonly pool: Piscina<PoolTask, BatchResult>;
  /** Identifies the threads' number, heap limit and inherited user files; undefined for a custom worker module. */
  readonly kind: string | undefined;
  /** Whether they have loaded a suite or configuration, which may change before the next run. */
  haveCodeOfUser: boolean;
}

/** The threads kept from this process's last run, since starting threads takes longer than a short run. */
let leftThreads: Threads | undefined;

/** Threads with this heap limit in MiB, reused from an earlier run or new. */
export function takeThreads(workers: number, heapMb: number, workerFile?: string): Threads {
  const kind =
    workerFile === undefined
      ? JSON.stringify([workers, heapMb, configFile() ?? null, namedSuiteHashes()])
      : undefined;
  if (leftThreads !== undefined && leftThreads.kind === kind) {
    const taken = leftThreads;
    leftThreads = undefined;
    return taken;
  }
  const file = workerFile ?? builtFile('harness/workers/worker.js');
  const { pool } = startThreads(Piscina, file, workers, workers, heapMb);
  return { pool, kind, haveCodeOfUser: false };
}

/**
 * Keeps threads for the next run, replacing any kept earlier. Terminates them instead if a batch is still
 * running or they have loaded user code.
 */
export async function leaveThreads(threads: Threads, isIdle: boolean): Promise<void> {
  const isReusable = isIdle && threads.kind !== undefined && !threads.haveCodeOfUser;
  const ended = isReusable ? leftThreads : threads;
  if (isReusable) leftThreads = threads;
  await ended?.pool.destroy();
}
