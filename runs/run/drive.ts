import type { TestCosts } from '../../harness/records/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';
import type { Batch, BatchResult } from '../../harness/workers/index.js';
import { type Cut, type Grain, PlanCutter, type TestSource } from './cut-plan.js';

/** How a run executes its plan. */
export interface DriveOptions extends TestSource {
  /** Position in the plan of the first test that is taken. */
  readonly first: number;
  /** Tests at most; `Infinity` for a run limited otherwise. */
  readonly count: number;
  /** Batches that are under way at once. */
  readonly inFlight: number;
  readonly makeBatch: (first: number, tests: readonly PlannedTest[]) => Batch;
  /** Runs a batch to its end; gives its parts in plan order. */
  readonly run: (batch: Batch) => Promise<BatchResult[]>;
  /** What tests are likely to take; it learns from those that run. */
  readonly costs: TestCosts;
  /** How large batches are. */
  readonly grain: Grain;
  /** Called before each hand-out; true ends the run after the batches in progress and those before them in the plan. */
  readonly ended: () => boolean;
}

/** A batch that is under way, or finished and not yet read. */
interface Started {
  readonly batch: Batch;
  readonly done: Promise<BatchResult[]>;
}

/** Tests that are read when all before them have been. */
interface Waiting {
  readonly cut: Cut;
  started?: Started;
}

/**
 * How far to look ahead in the plan for long tests, in batches in progress: early results wait in memory, and a kill
 * loses them.
 */
const AHEAD = 4;

/**
 * Results in plan order, however many workers there are, however the plan was cut into batches and whichever started
 * first. Tests whose sequence has taken long, in this run or before it, start before the others within sight, so that none of them is what
 * the run waits for in the end; the rest start in plan order.
 */
export async function* drive(options: DriveOptions): AsyncGenerator<{ batch: Batch; result: BatchResult }> {
  const window = new Window(options);
  try {
    for (;;) {
      const started = await window.head();
      if (started === undefined) return;
      const { batch, done } = started;
      for (const result of await done) {
        yield { batch: { ...batch, first: result.first, tests: testsOf(batch, result) }, result };
      }
    }
  } finally {
    window.close();
  }
}

/** The tests of a part of a batch. */
function testsOf({ first, tests }: Batch, result: BatchResult): Batch['tests'] {
  const offset = result.first - first;
  return tests.slice(offset, offset + result.outcomes.length);
}

/** The part of a plan that is in sight, in plan order. */
class Window {
  private readonly waiting: Waiting[] = [];
  private readonly running = new Set<Promise<BatchResult[]>>();
  private readonly cutter: PlanCutter;
  private closed = false;

  constructor(private readonly options: DriveOptions) {
    this.cutter = new PlanCutter(options, options.first, options.count, options.costs, options.grain);
  }

  /** Takes the first batch of the plan that is left, once it has started; undefined when none is left. */
  async head(): Promise<Started | undefined> {
    this.refill();
    while (this.waiting.length > 0 && this.waiting[0]!.started === undefined)
      await Promise.race(this.running);
    return this.waiting.shift()?.started;
  }

  /** Starts no further batch. */
  close(): void {
    this.closed = true;
  }

  private refill(): void {
    if (this.closed) return;
    if (!this.options.ended()) this.look();
    for (;;) {
      if (this.options.ended()) this.dropTrailing();
      const next = this.running.size < this.options.inFlight ? this.nextToStart() : undefined;
      if (next === undefined) return;
      this.start(next);
    }
  }

  private look(): void {
    const { grain, costs, inFlight } = this.options;
    const ahead = grain.waitsForMeasure && costs.measuredMs === undefined ? 1 : AHEAD;
    while (this.waiting.length < ahead * inFlight) {
      const cut = this.cutter.cut();
      if (cut === undefined) return;
      this.waiting.push({ cut });
    }
  }

  /** The first one, for which the reader waits; else the longest, or the first where none is long. */
  private nextToStart(): Waiting | undefined {
    const [next, ...others] = this.waiting.filter(({ started }) => started === undefined);
    if (next === undefined || next === this.waiting[0]) return next;
    return others.reduce((best, other) => (other.cut.longMs > best.cut.longMs ? other : best), next);
  }

  private start(waiting: Waiting): void {
    const { first, tests } = waiting.cut;
    const batch = this.options.makeBatch(first, tests);
    const ran = this.options.run(batch).then((results) => {
      // Whether or not the tests before them have results.
      for (const result of results) this.options.costs.learn(testsOf(batch, result), result.testMs);
      return results;
    });
    const done = ran.finally(() => {
      this.running.delete(done);
      this.refill();
    });
    done.catch(() => undefined);
    this.running.add(done);
    waiting.started = { batch, done };
  }

  /** Unstarted tests are left out, unless a later one started: results have no gaps. */
  private dropTrailing(): void {
    while (this.waiting.length > 0 && this.waiting.at(-1)!.started === undefined) this.waiting.pop();
  }
}
