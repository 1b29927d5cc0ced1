import type { PlannedTest } from '../selection/plan.js';
import { HEAP_MB } from '../threads/index.js';
import type { Batch, BatchResult } from './batch-result.js';
import { TaskLimit, type WorkerWord } from './task-limit.js';
import { leaveThreads, takeThreads } from './threads.js';

/** Runs batches. If a batch crashes its worker, it rejects, and the next one runs on a new worker. */
export interface BatchRunner {
  run(batch: Batch): Promise<BatchResult>;
  /** Stops accepting batches. Those in progress reject. Idle workers may serve the next run of this process. */
  close(): Promise<void>;
  readonly closed: boolean;
  /** The batches whose results are waiting elsewhere: their numbers of tests, by the plan position of the first. */
  readonly left?: ReadonlyMap<number, number>;
  /** Notes that all results before this plan position have been stored. */
  markStored?(position: number): void;
}

/** The size of the pool, and limits for batches that never end. */
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
  /** The limit of the old-generation heap per worker in MiB, without buffers outside V8's heap. */
  readonly heapMb: number;
}

/** The default limits. They are far above any batch, which should take tens of milliseconds, so only a stuck one reaches them. */
export const DEFAULT_LIMITS: TestLimits = { ms: 120_000, heapMb: HEAP_MB };

/** The time limit for regenerating the scenario of a lost test. This takes milliseconds, and the test has cost enough. */
const GENERATION_MS = 10_000;

/** The number of the next task of this process. It lets late messages from earlier runs be ignored. */
let tickets = 0;

/** Creates a pool of worker threads. */
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
