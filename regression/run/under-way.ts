import { testId } from '../records/test-name.js';
import type { Batch } from '../workers/batch.js';

/** A test that a worker may be running, the first of its batch. */
export interface TestUnderWay {
  readonly test: string;
  /** Tests after it in the batch: one of them may be what takes long. */
  readonly others: number;
  /** Since the batch was handed out. */
  readonly seconds: number;
}

/** The batches that workers have. */
export class UnderWay {
  private readonly since = new Map<Batch, number>();

  /** Keeps a batch until its work has ended. */
  async during<T>(batch: Batch, work: () => Promise<T>): Promise<T> {
    this.since.set(batch, performance.now());
    try {
      return await work();
    } finally {
      this.since.delete(batch);
    }
  }

  /** Of the batch that was handed out first. */
  slowest(): TestUnderWay | undefined {
    const [oldest] = this.since;
    if (oldest === undefined) return undefined;
    const [{ tests }, began] = oldest;
    const [first, ...others] = tests;
    if (first === undefined) return undefined;
    return { test: testId(first), others: others.length, seconds: (performance.now() - began) / 1000 };
  }
}
