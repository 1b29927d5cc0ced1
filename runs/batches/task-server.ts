import { setTimeout } from 'node:timers/promises';
import { formatOneLine } from '../../harness/basics/index.js';
import type { BatchRunner, TestLimits } from '../../harness/workers/index.js';
import { decodeTask, type TaskOutcome } from './batch-codec.js';
import { LimitedRunners } from './limited-runners.js';

/** How often a batch may lose its worker process before the run reports it. */
export const MAX_LOSSES = 10;

/** How long an interrupted run or worker waits for an unresponsive server or worker. */
export const SHUTDOWN_TIMEOUT_MS = 5000;

/**
 * Settles like the promise, or rejects with `makeError()` after `ms`. A suspended server still accepts connections but
 * never answers.
 */
export async function withTimeout<T>(ms: number, promise: Promise<T>, makeError: () => Error): Promise<T> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      promise,
      setTimeout(ms, undefined, { signal: timer.signal }).then(() => Promise.reject(makeError())),
    ]);
  } finally {
    timer.abort();
    promise.catch(() => undefined);
  }
}

/** The worker side of the codec: runs tasks received as strings. */
export class TaskServer {
  /** The number of tests run so far. */
  tests = 0;
  private readonly runners: LimitedRunners;

  /**
   * @param start creates the batch runner for each combination of limits
   * @param source where tasks come from, as shown in messages
   */
  constructor(
    start: (limits: TestLimits) => BatchRunner,
    private readonly source: string,
    private readonly onNote: (line: string) => void = () => undefined,
  ) {
    this.runners = new LimitedRunners(start);
  }

  /** Returns the result of `read`. If `read` throws, reports why the job was rejected, then throws. */
  readOrReject<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      const message = `Rejected a job from ${this.source}: ${formatOneLine(error)}`;
      this.onNote(message);
      throw new Error(message);
    }
  }

  /** Runs a task. Never rejects: if a task is invalid or kills its worker thread, the outcome says so. */
  async run(text: string): Promise<TaskOutcome> {
    try {
      const task = this.readOrReject(() => decodeTask(text));
      const result = await this.runners.run(task.limits, task.batch);
      this.tests += task.batch.tests.length;
      return { result };
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      return { lost: { name, message } };
    }
  }

  async close(): Promise<void> {
    await this.runners.close();
  }
}
