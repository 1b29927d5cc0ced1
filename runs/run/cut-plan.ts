import type { TestCosts } from '../../harness/records/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';

/**
 * Target time of a batch in a pool: far more than the 15 ms needed to log its coverage, but short enough that workers
 * finish at about the same time.
 */
const TARGET_MS = 250;
const MAX_TESTS = 512;

/**
 * Batch sizing. A test expected to take longer than a whole batch gets a batch to itself, which starts ahead of its
 * neighbours.
 */
export interface BatchSizing {
  /**
   * Returns how many milliseconds of work the next batch should contain. `leftMs` is the estimated time of all tests
   * not yet in a batch; undefined before anything has been measured.
   */
  readonly targetMs: (leftMs: number | undefined) => number;
  readonly maxTests: number;
  /** Whether to cut only as many batches as can start immediately, until something has been measured. */
  readonly waitsForMeasurement: boolean;
}

/** Batch sizes for local threads, and for a queue, whose workers come and go. The first result should come soon. */
export const POOL_SIZING: BatchSizing = {
  targetMs: (leftMs) => (leftMs === undefined ? TARGET_MS / 10 : TARGET_MS),
  maxTests: MAX_TESTS,
  waitsForMeasurement: false,
};

/**
 * The largest batch for launched workers, in milliseconds: `perWorker` times the number of workers, clamped to
 * [`min`, `max`]. Logging a batch's coverage takes 15 ms, so this leaves room for four times as many workers.
 */
const LAUNCHED_MS = { min: 5000, max: 60_000, perWorker: 60 };
/** A batch is split if it exceeds its current target by more than this factor. */
const SPLIT_FACTOR = 1.25;
/**
 * Maximum number of tests in a launched worker's batch. Even if all of them fail, the result still fits in a
 * frame.
 */
const MAX_LAUNCHED_TESTS = 1024;

/**
 * Returns the batch sizes for remote workers: large at first, then progressively smaller, so that all workers finish
 * at about the same time.
 */
export function getLaunchedSizing(workers: number, timeLeftMs: () => number): BatchSizing {
  const { min, max, perWorker } = LAUNCHED_MS;
  const maxWorkMs = Math.min(max, Math.max(min, perWorker * workers));
  return {
    targetMs: (leftMs) => {
      // So far, the only known times are from other machines.
      if (leftMs === undefined) return TARGET_MS;
      const batchMs = Math.min(leftMs, workers * timeLeftMs()) / (2 * workers);
      return Math.max(TARGET_MS, Math.min(maxWorkMs, batchMs));
    },
    maxTests: MAX_LAUNCHED_TESTS,
    waitsForMeasurement: true,
  };
}

/** Consecutive tests of a plan, which run as one batch. */
export interface Cut {
  /** The plan position of the first test. */
  readonly first: number;
  readonly tests: readonly PlannedTest[];
  /** The estimated time of these tests. */
  readonly ms: number;
  /** The estimated time of a long test; 0 for all others, which run in plan order. */
  readonly longTestMs: number;
}

/** A plan's tests in order. The last ones may not be known yet. */
export interface TestSource {
  readonly plan: Iterator<PlannedTest>;
  /**
   * Returns the position after the last test that may share a batch with the one at `position`, or `position` itself
   * if that test is not known yet. Absent if all tests are known.
   */
  readonly knownUntil?: (position: number) => number;
}

/** Cuts a plan into batches sized by `sizing`. While no times are known, each batch is a single test. */
export class PlanCutter {
  /** A test taken from the plan that was too long for the last batch. */
  private heldBack: PlannedTest | undefined;

  constructor(
    private readonly source: TestSource,
    private next: number,
    private remaining: number,
    private readonly costs: TestCosts,
    private readonly sizing: BatchSizing,
  ) {}

  /**
   * Splits a batch that has become too long as a time limit approaches, so that its first slice fits. Returns
   * undefined if no split is needed.
   */
  split({ first, tests, ms }: Cut): readonly [Cut, Cut] | undefined {
    const targetMs = this.sizing.targetMs(Number.POSITIVE_INFINITY);
    const fittingTests = Math.ceil((tests.length * targetMs) / ms);
    if (!this.sizing.waitsForMeasurement || ms <= SPLIT_FACTOR * targetMs || fittingTests === tests.length)
      return undefined;
    const slice = (from: number, until: number): Cut => ({
      first: first + from,
      tests: tests.slice(from, until),
      ms: (ms * (until - from)) / tests.length,
      longTestMs: 0,
    });
    return [slice(0, fittingTests), slice(fittingTests, tests.length)];
  }

  /** Cuts the next batch; undefined if the plan has no more tests, or they are not known yet. */
  cut(): Cut | undefined {
    if (this.remaining <= 0) return undefined;
    const { plan, knownUntil } = this.source;
    const known = (knownUntil?.(this.next) ?? Number.POSITIVE_INFINITY) - this.next;
    if (known <= 0) return undefined;
    const tests: PlannedTest[] = [];
    const { measuredMs } = this.costs;
    const targetMs = this.sizing.targetMs(measuredMs === undefined ? undefined : this.remaining * measuredMs);
    const maxTests = Math.min(this.remaining, this.sizing.maxTests, known);
    let sumMs = 0;
    while (tests.length < maxTests && sumMs < targetMs) {
      const test = this.heldBack ?? (plan.next().value as PlannedTest);
      const costMs = this.costs.estimate(test) ?? targetMs;
      this.heldBack = tests.length > 0 && costMs > targetMs ? test : undefined;
      if (this.heldBack !== undefined) break;
      tests.push(test);
      sumMs += costMs;
    }
    const first = this.next;
    this.next += tests.length;
    this.remaining -= tests.length;
    return { first, tests, ms: sumMs, longTestMs: tests.length === 1 && sumMs > targetMs ? sumMs : 0 };
  }
}
