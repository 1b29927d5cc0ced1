import type { TestCosts } from '../../harness/records/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';
import type { Batch, BatchResult } from '../../harness/workers/index.js';
import { type BatchSizing, type Cut, PlanCutter, type TestSource } from './cut-plan.js';

/** Options for running a plan. */
interface DriveOptions extends TestSource {
  /** The plan position of the first test to run. */
  readonly first: number;
  /** The maximum number of tests; `Infinity` if something else limits the run. */
  readonly count: number;
  /** The number of concurrent batches. */
  readonly inFlight: number;
  readonly makeBatch: (first: number, tests: readonly PlannedTest[]) => Batch;
  /** Runs a batch to completion, and returns its parts in plan order. */
  readonly run: (batch: Batch) => Promise<BatchResult[]>;
  readonly costs: TestCosts;
  readonly sizing: BatchSizing;
  /**
   * Called before each dispatch. Returns true to stop once all batches in flight, and any that precede them in the
   * plan, have finished.
   */
  readonly shouldStop: () => boolean;
}

/** A batch in flight, or finished but not yet read. */
interface StartedBatch {
  readonly batch: Batch;
  readonly done: Promise<BatchResult[]>;
}

/** A batch whose results are read in plan order. */
interface WaitingBatch {
  cut: Cut;
  started?: StartedBatch;
}

/**
 * How far to look ahead in the plan for long tests, as a multiple of the batches in flight. Results that arrive
 * early wait in memory and are lost if the run is killed.
 */
const LOOK_AHEAD = 4;

/**
 * Yields results in plan order, regardless of the number of workers and of how tests are batched and started. Within
 * the look-ahead, tests of sequences known to be slow start first, so that the run does not end up waiting for one of
 * them. The rest start in plan order.
 */
export async function* drive(options: DriveOptions): AsyncGenerator<{ batch: Batch; result: BatchResult }> {
  const window = new Window(options);
  try {
    for (;;) {
      const started = await window.takeFirst();
      if (started === undefined) return;
      const { batch, done } = started;
      for (const result of await done) {
        yield { batch: { ...batch, first: result.first, tests: getTests(batch, result) }, result };
      }
    }
  } finally {
    window.close();
  }
}

function getTests({ first, tests }: Batch, result: BatchResult): Batch['tests'] {
  const offset = result.first - first;
  return tests.slice(offset, offset + result.outcomes.length);
}

/** The part of a plan within the look-ahead, in plan order. */
class Window {
  private readonly waiting: WaitingBatch[] = [];
  private readonly running = new Set<Promise<BatchResult[]>>();
  private readonly cutter: PlanCutter;
  private closed = false;

  constructor(private readonly options: DriveOptions) {
    this.cutter = new PlanCutter(options, options.first, options.count, options.costs, options.sizing);
  }

  /** Takes the plan's first remaining batch once it has started, or returns undefined if there are none. */
  async takeFirst(): Promise<StartedBatch | undefined> {
    this.refill();
    while (this.waiting.length > 0 && this.waiting[0]!.started === undefined)
      await Promise.race(this.running);
    return this.waiting.shift()?.started;
  }

  /** Stops starting batches. */
  close(): void {
    this.closed = true;
  }

  private refill(): void {
    if (this.closed) return;
    if (!this.options.shouldStop()) this.lookAhead();
    for (;;) {
      if (this.options.shouldStop()) this.dropTrailing();
      const next = this.running.size < this.options.inFlight ? this.findNextToStart() : undefined;
      if (next === undefined) return;
      this.start(next);
    }
  }

  private lookAhead(): void {
    const { sizing, costs, inFlight } = this.options;
    const ahead = sizing.waitsForMeasurement && costs.measuredMs === undefined ? 1 : LOOK_AHEAD;
    while (this.waiting.length < ahead * inFlight) {
      const cut = this.cutter.cut();
      if (cut === undefined) return;
      this.waiting.push({ cut });
    }
  }

  /**
   * Returns the first unstarted batch if the reader is waiting for it or no batch has long tests; otherwise the one
   * with the longest test.
   */
  private findNextToStart(): WaitingBatch | undefined {
    const [next, ...others] = this.waiting.filter(({ started }) => started === undefined);
    if (next === undefined || next === this.waiting[0]) return next;
    return others.reduce((best, other) => (other.cut.longTestMs > best.cut.longTestMs ? other : best), next);
  }

  private start(waiting: WaitingBatch): void {
    const pieces = this.cutter.split(waiting.cut);
    if (pieces !== undefined) {
      waiting.cut = pieces[0];
      this.waiting.splice(this.waiting.indexOf(waiting) + 1, 0, { cut: pieces[1] });
    }
    const { first, tests } = waiting.cut;
    const batch = this.options.makeBatch(first, tests);
    const executed = this.options.run(batch).then((results) => {
      // Record times immediately, even if earlier tests have no results yet.
      for (const result of results) this.options.costs.learn(getTests(batch, result), result.testMs);
      return results;
    });
    const done = executed.finally(() => {
      this.running.delete(done);
      this.refill();
    });
    done.catch(() => undefined);
    this.running.add(done);
    waiting.started = { batch, done };
  }

  /** Drops unstarted batches after the last started one, so that results have no gaps. */
  private dropTrailing(): void {
    while (this.waiting.length > 0 && this.waiting.at(-1)!.started === undefined) this.waiting.pop();
  }
}
