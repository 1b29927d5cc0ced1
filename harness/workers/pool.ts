import type { PlannedTest } from '../selection/plan.js';
import { HEAP_MB } from '../threads/index.js';
import type { Batch, BatchResult } from './batch-result.js';
import { TaskLimit, type WorkerMessage } from './task-limit.js';
import { keepThreads, takeThreads } from './threads.js';

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

/** The limits on a worker's task. If a batch exceeds one, its worker is lost and its tests are then run one by one. */
export interface TestLimits {
  /** The time limit in milliseconds, from when the worker starts the task. */
  readonly ms: number;
  /** The old-generation heap limit per worker in MiB, excluding buffers outside V8's heap. */
  readonly heapMb: number;
}

/** The default limits, far above the tens of milliseconds that a batch needs, so that only a stuck batch hits them. */
export const DEFAULT_LIMITS: TestLimits = { ms: 120_000, heapMb: HEAP_MB };

/** The time limit for regenerating a lost test's scenario, which normally takes milliseconds. */
const GENERATION_MS = 10_000;

/** The next ticket in this process. Tickets are unique, so that late messages from earlier runs can be ignored. */
let nextTicket = 0;

/** Creates a pool of worker threads. */
export function createPool(options: PoolOptions): BatchRunner {
  const { workers, limits, watch, testsPerWorker = Number.POSITIVE_INFINITY } = options;
  const threads = takeThreads(workers, limits.heapMb, options.workerFile);
  const { pool } = threads;
  const slots = new Slots(workers);
  const inProgress = new Map<number, { readonly limit: TaskLimit; readonly batch: Batch }>();
  const receive = (message: WorkerMessage): void => {
    const task = inProgress.get(message.ticket);
    task?.limit.receive(message);
    const test = 'test' in message ? task?.batch.tests[message.test] : undefined;
    if (test !== undefined) watch?.onBegin(message.ticket, test);
  };
  pool.on('message', receive);
  let closed = false;
  let testsOfWorker = 0;
  return {
    get closed() {
      return closed;
    },
    async run(batch) {
      await slots.acquire();
      const ticket = nextTicket++;
      if (batch.configHash !== undefined || batch.suiteHash !== undefined) threads.hasLoadedUserCode = true;
      const limit = new TaskLimit(
        batch.generateOnly === true ? Math.min(limits.ms, GENERATION_MS) : limits.ms,
      );
      inProgress.set(ticket, { limit, batch });
      try {
        const result = await pool.run({ ...batch, ticket }, { signal: limit.signal });
        testsOfWorker += batch.tests.length;
        if (testsOfWorker >= testsPerWorker) {
          testsOfWorker = 0;
          // The slot is still taken, so no batch reaches the worker meanwhile. The pool starts another one.
          await pool.threads[0]?.terminate();
        }
        return result;
      } catch (error) {
        throw limit.explain(error);
      } finally {
        inProgress.delete(ticket);
        watch?.onEnd(ticket);
        limit.clear();
        slots.release();
      }
    },
    async close() {
      closed = true;
      pool.off('message', receive);
      await keepThreads(threads, inProgress.size === 0);
    },
  };
}

/** Makes each batch wait until a worker is free, so that its time limit does not start while it is queued. */
class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async acquire(): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  release(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free++;
    else next();
  }
}
