import type { Batch, BatchResult } from './batch.js';
import { BatchSizer } from './batch-size.js';
import type { PlannedTest } from './plan.js';

/** What a run does with its plan. */
export interface DriveOptions {
  /** The tests in order; it is taken from as far as needed. */
  readonly plan: Iterator<PlannedTest>;
  /** Position in the plan of the first test that is taken. */
  readonly first: number;
  /** Tests at most; `Infinity` for a run limited otherwise. */
  readonly count: number;
  /** Batches that are under way at once. */
  readonly inFlight: number;
  readonly makeBatch: (first: number, tests: readonly PlannedTest[]) => Batch;
  /** Runs a batch to its end; gives its parts in plan order. */
  readonly run: (batch: Batch) => Promise<BatchResult[]>;
  /** Asked before each hand-out; true ends the run with what is under way. */
  readonly ended: () => boolean;
}

interface UnderWay {
  readonly batch: Batch;
  readonly done: Promise<BatchResult[]>;
}

/**
 * Results in plan order, however many workers there are and however the plan was cut into batches. Up to
 * `inFlight` batches run ahead of the reader.
 */
export async function* drive(options: DriveOptions): AsyncGenerator<{ batch: Batch; result: BatchResult }> {
  const { plan, first, count, inFlight, makeBatch, run, ended } = options;
  const sizer = new BatchSizer();
  const queue: UnderWay[] = [];
  let taken = 0;
  const refill = (): void => {
    while (queue.length < inFlight && taken < count && !ended()) {
      const size = Math.min(sizer.size(), count - taken);
      const tests = Array.from({ length: size }, () => plan.next().value as PlannedTest);
      const batch = makeBatch(first + taken, tests);
      taken += size;
      const done = run(batch);
      done.catch(() => undefined);
      queue.push({ batch, done });
    }
  };
  for (refill(); queue.length > 0; refill()) {
    const { batch, done } = queue.shift()!;
    refill();
    for (const result of await done) {
      sizer.learn(result.outcomes.length, result.milliseconds);
      const offset = result.first - batch.first;
      const part = {
        ...batch,
        first: result.first,
        tests: batch.tests.slice(offset, offset + result.outcomes.length),
      };
      yield { batch: part, result };
    }
  }
}
