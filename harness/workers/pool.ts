import type { PlannedTest } from '../selection/plan.js';
import { HEAP_MB } from '../threads/index.js';
import type { Batch, BatchResult } from './batch-result.js';
import { TaskLimit, type WorkerWord } from './task-limit.js';
import { leaveThreads, takeThreads } from './threads.js';

/** Runs batches. A batch that crashed its worker rejects; the next one gets a new worker. */
export interface BatchRunner {
  run(batch: Batch): Promise<BatchResult>;
  /** No more batches; those in progress reject. Idle workers may serve the next run of this process. */
  close(): Promise<void>;
  readonly closed: boolean;
  /** Batches whose results wait elsewhere: the number of tests, by the first one's plan position. */
  readonly left?: ReadonlyMap<number, number>;
  /** Notes that all results before this plan position are stored. */
  markStored?(position: number): void;
}

/** Size of the pool, and limits for batches that never end. */
export interface PoolOptions {
  readonly workers: number;
  /** Module whose `runTask` runs one batch; default: the built worker. */
  readonly workerFile?: string;
  readonly limits: TestLimits;
  /** Called as a worker starts each test, and at the end of the batch, with the batch's ticket. */
  readonly watch?: PoolWatch;
}

/** Observes what a pool's workers run. */
export interface PoolWatch {
  readonly onBegin: (ticket: number, test: PlannedTest) => void;
  readonly onEnd: (ticket: number) => void;
}

/** Limits of a worker's task. A batch that exceeds one loses its worker, and its tests are then run one by one. */
export interface TestLimits {
  /** Time limit in milliseconds, from when the worker starts the task. */
  readonly ms: number;
  /** Old-generation heap per worker in MiB; excludes buffers outside V8's heap. */
  readonly heapMb: number;
}

/** Far above any batch (they aim at tens of milliseconds), so only a stuck one reaches them. */
export const DEFAULT_LIMITS: TestLimits = { ms: 120_000, heapMb: HEAP_MB };

/** Time limit for regenerating a scenario, which takes milliseconds: a test that hung has cost enough. */
const GENERATION_MS = 10_000;

/** Number of the next task of this process: late messages from earlier runs are ignored. */
let tickets = 0;

/** A pool of worker threads. */
export function createPool(options: PoolOptions): BatchRunner {
  const { workers, limits, watch } = options;
  const threads = takeThreads(workers, limits.heapMb, options.workerFile);
  const { pool } = threads;
  const slots = new Slots(workers);
  const underWay = new Map<number, { readonly limit: TaskLimit; readonly batch: Batch }>();
  const receive = (word: WorkerWord): void => {
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

/** Admits a batch to the pool once a worker is free, so that its time does not start in a queue. */
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
