import { formatTestId, type PlannedTest } from '../selection/plan.js';
import type { Batch } from '../workers/batch-result.js';
import type { PoolWatch } from '../workers/pool.js';

/** A test that is running. */
export interface RunningTest {
  readonly test: string;
  /** The number of other tests in its batch that may be running instead; 0 if the worker reported the test. */
  readonly others: number;
  /** The time since the test started or the batch was dispatched. */
  readonly seconds: number;
}

/** Tracks the batches that workers are running and, for workers that report them (unlike queue workers), the tests. */
export class RunningTests implements PoolWatch {
  private readonly batches = new Map<Batch, number>();
  private readonly tests = new Map<number, { readonly test: PlannedTest; readonly since: number }>();

  /** Tracks a batch while `work` is in progress. */
  async during<T>(batch: Batch, work: () => Promise<T>): Promise<T> {
    this.batches.set(batch, performance.now());
    try {
      return await work();
    } finally {
      this.batches.delete(batch);
    }
  }

  onBegin(ticket: number, test: PlannedTest): void {
    // Delete it first to keep the map in start order.
    this.tests.delete(ticket);
    this.tests.set(ticket, { test, since: performance.now() });
  }

  onEnd(ticket: number): void {
    this.tests.delete(ticket);
  }

  /** Returns the test that has been running the longest or, if none was reported, the first one of the oldest batch. */
  getSlowest(): RunningTest | undefined {
    const [longest] = this.tests.values();
    if (longest !== undefined) {
      return { test: formatTestId(longest.test), others: 0, seconds: secondsSince(longest.since) };
    }
    const [oldestBatch] = this.batches;
    if (oldestBatch === undefined) return undefined;
    const [{ tests }, since] = oldestBatch;
    const [first, ...others] = tests;
    if (first === undefined) return undefined;
    return { test: formatTestId(first), others: others.length, seconds: secondsSince(since) };
  }
}

function secondsSince(since: number): number {
  return (performance.now() - since) / 1000;
}
