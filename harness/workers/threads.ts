import { Piscina } from 'piscina';
import { builtFile } from '../../bundle/index.js';
import { configFile } from '../extension/config-file.js';
import { namedSuiteHashes } from '../suite-files/index.js';
import { startThreads } from '../threads/index.js';
import type { Batch, BatchResult } from './batch-result.js';

/** A batch in the form sent to a worker. The worker's messages carry the ticket. */
export type PoolTask = Batch & { readonly ticket: number };

/** Worker threads, and what decides whether another run may reuse them. */
export interface Threads {
  readonly pool: Piscina<PoolTask, BatchResult>;
  /** Identifies the number and size of the threads, and the user's files that they inherited; undefined for a test's module. */
  readonly kind: string | undefined;
  /** Whether they have loaded a suite or configuration, which may have changed by the next run. */
  haveCodeOfUser: boolean;
}

/** The threads left by this process's last run for the next one, since starting threads takes longer than a short run. */
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
 * Leaves threads to the next run in place of earlier ones. Terminates them instead if a batch is still running or they have
 * loaded a user's code.
 */
export async function leaveThreads(threads: Threads, isIdle: boolean): Promise<void> {
  const isReusable = isIdle && threads.kind !== undefined && !threads.haveCodeOfUser;
  const ended = isReusable ? leftThreads : threads;
  if (isReusable) leftThreads = threads;
  await ended?.pool.destroy();
}
