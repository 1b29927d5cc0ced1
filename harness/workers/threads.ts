import { Piscina } from 'piscina';
import { builtFile } from '../built/index.js';
import { getConfigFile } from '../extension/config-file.js';
import { getNamedSuiteHashes } from '../suite-files/index.js';
import { startThreads } from '../threads/index.js';
import type { Batch, BatchResult } from './batch-result.js';

/** A batch sent to a worker. The worker includes the ticket in its messages. */
export type PoolTask = Batch & { readonly ticket: number };

/** Worker threads, and the state that determines whether another run may reuse them. */
export interface Threads {
  readonly pool: Piscina<PoolTask, BatchResult>;
  /**
   * Identifies the number of threads, their heap limit and the user files they inherit; undefined for a custom worker
   * module.
   */
  readonly reuseKey: string | undefined;
  /** Whether the threads have loaded a suite or configuration, which may have changed by the next run. */
  hasLoadedUserCode: boolean;
}

/** The threads kept from the last run in this process, since starting threads takes longer than a short run does. */
let keptThreads: Threads | undefined;

/** Returns threads with the given heap limit in MiB, either new or reused from an earlier run. */
export function takeThreads(workers: number, heapMb: number, workerFile?: string): Threads {
  const key =
    workerFile === undefined
      ? JSON.stringify([workers, heapMb, getConfigFile() ?? null, getNamedSuiteHashes()])
      : undefined;
  if (keptThreads !== undefined && keptThreads.reuseKey === key) {
    const taken = keptThreads;
    keptThreads = undefined;
    return taken;
  }
  const file = workerFile ?? builtFile('harness/workers/worker.js');
  const { pool } = startThreads(Piscina, file, workers, workers, heapMb);
  return { pool, reuseKey: key, hasLoadedUserCode: false };
}

/**
 * Keeps threads for the next run, replacing any that were already kept. Terminates them instead if a batch is still
 * running or they have loaded user code.
 */
export async function keepThreads(threads: Threads, isIdle: boolean): Promise<void> {
  const isReusable = isIdle && threads.reuseKey !== undefined && !threads.hasLoadedUserCode;
  const obsolete = isReusable ? keptThreads : threads;
  if (isReusable) keptThreads = threads;
  await obsolete?.pool.destroy();
}
