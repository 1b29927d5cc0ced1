import type { PlannedTest } from '../selection/plan.js';
import { formatTestId } from '../selection/test-name.js';
import type { Batch } from '../workers/batch-result.js';
import type { PoolWatch } from '../workers/pool.js';

/** A test that is running. */
export interface RunningTest {
  readonly test: string;
  /** How many other tests in its batch may be the one running instead; 0 if the worker named the test. */
  readonly others: number;
  /** The time since the test started or the batch was dispatched. */
  readonly seconds: number;
}

/** Tracks what workers are running: batches and, where workers name them (queue workers do not), tests. */
export class RunningTests implements PoolWatch {
  private readonly batches = new Map<Batch, number>();
  private readonly tests = new Map<number, { readonly test: PlannedTest; readonly since: number }>();

  /** Tracks a batch while its work is being done. */
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

  /** The test that has been running the longest or, if no worker named a test, the oldest batch's first one. */
  slowest(): RunningTest | undefined {
    const [running] = this.tests.values();
    if (running !== undefined) {
      return { test: formatTestId(running.test), others: 0, seconds: secondsSince(running.since) };
    }
    const [oldest] = this.batches;
    if (oldest === undefined) return undefined;
    const [{ tests }, since] = oldest;
    const [first, ...others] = tests;
    if (first === undefined) return undefined;
    return { test: formatTestId(first), others: others.length, seconds: secondsSince(since) };
  }
}

function secondsSince(since: number): number {
  return (performance.now() - since) / 1000;
}
