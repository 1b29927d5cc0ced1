import { builtFile } from '../built/index.js';
import type { PlannedTest } from '../selection/plan.js';
import { HEAP_MB } from '../threads/index.js';
import type { Batch, BatchResult } from './batch-result.js';
import { LimitedPool } from './limited-pool.js';
import type { TestLimits } from './task-limit.js';

/** Runs batches. If a batch crashes its worker, its promise rejects, and the next batch runs on a new worker. */
export interface BatchRunner {
  run(batch: Batch): Promise<BatchResult>;
  /** Stops accepting batches and rejects those in progress. The next run in this process may reuse idle workers. */
  close(): Promise<void>;
  readonly closed: boolean;
}

/** Options for `createPool`. */
export interface PoolOptions {
  readonly workers: number;
  /** The module whose `runTask` runs a batch; by default, the built worker. */
  readonly workerFile?: string;
  /** The limits that stop runaway batches. */
  readonly limits: TestLimits;
  /** Called with the batch's ticket when a worker starts a test, and at the end of the batch. */
  readonly watch?: PoolWatch;
  /** The number of tests after which the pool's worker, which must be its only one, is replaced; by default, never. */
  readonly testsPerWorker?: number;
}

/** Observes what a pool's workers are running. */
export interface PoolWatch {
  readonly onBegin: (ticket: number, test: PlannedTest) => void;
  readonly onEnd: (ticket: number) => void;
}

/** The default limits, far above the tens of milliseconds that a batch needs, so that only a stuck batch hits them. */
export const DEFAULT_LIMITS: TestLimits = { ms: 120_000, heapMb: HEAP_MB };

/** The time limit for regenerating a lost test's scenario, which normally takes milliseconds. */
const GENERATION_MS = 10_000;

/** The next ticket in this process, which identifies a batch to its observer. */
let nextTicket = 0;

/** Creates a pool of worker threads. */
export function createPool(options: PoolOptions): BatchRunner {
  const { limits, watch, workerFile, testsPerWorker = Number.POSITIVE_INFINITY } = options;
  const pool = new LimitedPool<Batch, BatchResult>(
    workerFile ?? builtFile('harness/workers/worker.js'),
    options,
  );
  if (workerFile !== undefined) pool.discardThreads();
  let closed = false;
  let testsOfWorker = 0;
  return {
    get closed() {
      return closed;
    },
    async run(batch) {
      const ticket = nextTicket++;
      if (batch.configHash !== undefined || batch.suiteHash !== undefined) pool.discardThreads();
      try {
        return await pool.run(batch, {
          ms: batch.generateOnly === true ? Math.min(limits.ms, GENERATION_MS) : limits.ms,
          onMessage: (message) => {
            const test = 'test' in message ? batch.tests[message.test] : undefined;
            if (test !== undefined) watch?.onBegin(ticket, test);
          },
          shouldReplaceWorker: () => {
            testsOfWorker += batch.tests.length;
            if (testsOfWorker < testsPerWorker) return false;
            testsOfWorker = 0;
            return true;
          },
        });
      } finally {
        watch?.onEnd(ticket);
      }
    },
    async close() {
      closed = true;
      await pool.close();
    },
  };
}
