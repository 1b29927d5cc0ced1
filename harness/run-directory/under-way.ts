import type { PlannedTest } from '../selection/plan.js';
import { testId } from '../selection/test-name.js';
import type { Batch } from '../workers/batch-result.js';
import type { PoolWatch } from '../workers/pool.js';

/** A test that is running. */
export interface TestUnderWay {
  readonly test: string;
  /** Other tests of its batch that may be running instead; 0 if the worker named the test. */
  readonly others: number;
  /** Since the test started, or the batch was dispatched. */
  readonly seconds: number;
}

/** What workers run: tests they named, and batches; queue workers name none. */
export class UnderWay implements PoolWatch {
  private readonly batches = new Map<Batch, number>();
  private readonly tests = new Map<number, { readonly test: PlannedTest; readonly since: number }>();

  /** Tracks a batch until its work ends. */
  async during<T>(batch: Batch, work: () => Promise<T>): Promise<T> {
    this.batches.set(batch, performance.now());
    try {
      return await work();
    } finally {
      this.batches.delete(batch);
    }
  }

  onBegin(ticket: number, test: PlannedTest): void {
    // Deleted first, so that the map stays in start order.
    this.tests.delete(ticket);
    this.tests.set(ticket, { test, since: performance.now() });
  }

  onEnd(ticket: number): void {
    this.tests.delete(ticket);
  }

  /** The longest-running test; for a batch whose worker named none, its first. */
  slowest(): TestUnderWay | undefined {
    const [running] = this.tests.values();
    if (running !== undefined) {
      return { test: testId(running.test), others: 0, seconds: secondsSince(running.since) };
    }
    const [oldest] = this.batches;
    if (oldest === undefined) return undefined;
    const [{ tests }, since] = oldest;
    const [first, ...others] = tests;
    if (first === undefined) return undefined;
    return { test: testId(first), others: others.length, seconds: secondsSince(since) };
  }
}

function secondsSince(since: number): number {
  return (performance.now() - since) / 1000;
}
