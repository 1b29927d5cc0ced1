import type { PlannedTest } from '../selection/plan.js';
import { HEAP_MB } from '../threads/index.js';
import type { Batch, BatchResult } from './batch-result.js';
import { TaskLimit, type WorkerMessage } from './task-limit.js';
import { leaveThreads, takeThreads } from './threads.js';

/** Runs batches. A batch that crashes its worker rejects; the next one runs on a new worker. */
export interface BatchRunner {
  run(batch: Batch): Promise<BatchResult>;
  /** Stops accepting batches. Those in progress reject. Idle workers may serve the next run of this process. */
  close(): Promise<void>;
  readonly closed: boolean;
  /** Batches whose results are waiting elsewhere: the number of tests, keyed by the plan position of the first. */
  readonly left?: ReadonlyMap<number, number>;
  /** Notes that all results before this plan position have been stored. */
  markStored?(position: number): void;
}

/** The pool's size, and limits to stop batches that never end. */
export interface PoolOptions {
  readonly workers: number;
  /** The module whose `runTask` runs a batch; the built worker by default. */
  readonly workerFile?: string;
  readonly limits: TestLimits;
  /** Called with the batch's ticket when a worker starts a test, and at the end of the batch. */
  readonly watch?: PoolWatch;
}

/** Observes what the workers of a pool run. */
export interface PoolWatch {
  readonly onBegin: (ticket: number, test: PlannedTest) => void;
  readonly onEnd: (ticket: number) => void;
}

/** The limits for a worker's task. A batch that exceeds one loses its worker, and its tests are then run one by one. */
export interface TestLimits {
  /** The time limit in milliseconds, from when the worker starts the task. */
  readonly ms: number;
  /** The old-generation heap limit per worker in MiB, excluding buffers outside V8's heap. */
  readonly heapMb: number;
}

/**
 * The default limits. They are far above what any batch needs, tens of milliseconds, so only a stuck one
 * reaches them.
 */
export const DEFAULT_LIMITS: TestLimits = { ms: 120_000, heapMb: HEAP_MB };

/** The time limit for regenerating a lost test's scenario, which normally takes milliseconds. */
const GENERATION_MS = 10_000;

/** The next task number in this process, so that late messages from earlier runs can be ignored. */
let tickets = 0;

/** Creates a pool of worker threads. */
export function createPool(options: PoolOptions): BatchRunner {
  const { workers, limits, watch } = options;
  const threads = takeThreads(workers, limits.heapMb, options.workerFile);
  const { pool } = threads;
  const slots = new Slots(workers);
  const underWay = new Map<number, { readonly limit: TaskLimit; readonly batch: Batch }>();
  const receive = (word: WorkerMessage): void => {
    const task = underWay.get(word.ticket);
    task?.limit.receive(word);
    const test = 'test' in word ? task?.batch.tests[word.test] : undefined;
    if (test !== undefined) watch?.onBegin(word.ticket, test);
  };
  pool.on('message', receive);
  let closed = false;
  return {
    get closed() {
      return closed;
    },
    async run(batch) {
      await slots.take();
      const ticket = tickets++;
      if (batch.configHash !== undefined || batch.suiteHash !== undefined) threads.haveCodeOfUser = true;
      const limit = new TaskLimit(
        batch.generateOnly === true ? Math.min(limits.ms, GENERATION_MS) : limits.ms,
      );
      underWay.set(ticket, { limit, batch });
      try {
        return await pool.run({ ...batch, ticket }, { signal: limit.signal });
      } catch (error) {
        throw limit.explain(error);
      } finally {
        underWay.delete(ticket);
        watch?.onEnd(ticket);
        limit.clear();
        slots.give();
      }
    },
    async close() {
      closed = true;
      pool.off('message', receive);
      await leaveThreads(threads, underWay.size === 0);
    },
  };
}

/** Admits a batch to the pool once a worker is free, so that its time limit does not start while it is queued. */
class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async take(): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  give(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free++;
    else next();
  }
}
