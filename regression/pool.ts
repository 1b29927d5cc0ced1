import { Piscina } from 'piscina';
import type { Batch, BatchResult } from './batch.js';

/** Runs batches somewhere. A batch that took its worker down rejects; the next one has a new worker. */
export interface BatchRunner {
  run(batch: Batch): Promise<BatchResult>;
  /** Ends all workers; batches that are under way reject. */
  close(): Promise<void>;
  readonly closed: boolean;
}

/** Size of the pool and what ends a batch that never does. */
export interface PoolOptions {
  readonly workers: number;
  /** Module whose default export runs one batch; the built worker unless a test brings its own. */
  readonly workerFile?: string;
  /** A batch that takes longer loses its worker. */
  readonly limitMs?: number;
  /** Largest old-generation heap of one worker. */
  readonly heapMb?: number;
}

/** Far above any batch (they aim at tens of milliseconds), so that only a stuck one meets it. */
const LIMIT_MS = 120_000;
const HEAP_MB = 2048;

/** A pool of worker threads. */
export function createPool(options: PoolOptions): BatchRunner {
  const { workers, limitMs = LIMIT_MS, heapMb = HEAP_MB } = options;
  const pool = new Piscina<Batch, BatchResult>({
    filename: options.workerFile ?? new URL('./worker.js', import.meta.url).href,
    minThreads: workers,
    maxThreads: workers,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  pool.on('error', () => {
    // A worker that dies between two tasks has no task to reject; the pool has replaced it already.
  });
  let closed = false;
  return {
    get closed() {
      return closed;
    },
    async run(batch) {
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), limitMs);
      try {
        return await pool.run(batch, { signal: limit.signal });
      } catch (error) {
        if (limit.signal.aborted) throw new Error(`did not finish in ${limitMs / 1000} s`);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      closed = true;
      await pool.destroy();
    },
  };
}
