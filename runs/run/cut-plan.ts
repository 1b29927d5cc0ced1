import type { TestCosts } from '../../harness/records/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';

/** Work per pool task: far above the 15 ms for logging its coverage, short enough to share the end of a run evenly. */
const TARGET_MS = 250;
const TESTS_MAX = 512;

/**
 * How large batches are. A test that is expected to exceed the size of a batch forms one alone, which starts before its
 * neighbours.
 */
export interface Grain {
  /**
   * Milliseconds of work for the next batch; `leftMs` is the likely time of all tests not yet in a batch, undefined
   * before any measurement.
   */
  readonly targetMs: (leftMs: number | undefined) => number;
  readonly testsMax: number;
  /** Whether to cut no more than can start until something is measured. */
  readonly waitsForMeasure: boolean;
}

/** For local threads, and for a queue, whose workers come and go. */
export const POOL_GRAIN: Grain = { targetMs: () => TARGET_MS, testsMax: TESTS_MAX, waitsForMeasure: false };

/**
 * Bounds in milliseconds of launched workers' batches, and time per worker: the run takes 15 ms per batch for coverage, so it keeps up
 * with four times as many.
 */
const LAUNCHED_MS = { min: 5000, max: 60_000, perWorker: 60 };
/** A batch this many times longer than it should now be is cut again. */
const TOO_LONG = 1.25;
/** Maximum tests in a launched worker's batch: a result in which all of them failed still fits in a frame. */
const LAUNCHED_TESTS_MAX = 1024;

/** For workers elsewhere: large batches, then ever smaller ones, so that all workers end at about the same time. */
export function launchedGrain(workers: number, timeLeftMs: () => number): Grain {
  const { min, max, perWorker } = LAUNCHED_MS;
  const workMsMax = Math.min(max, Math.max(min, perWorker * workers));
  return {
    targetMs: (leftMs) => {
      // Times known so far come from other machines.
      if (leftMs === undefined) return TARGET_MS;
      const shareMs = Math.min(leftMs, workers * timeLeftMs()) / (2 * workers);
      return Math.max(TARGET_MS, Math.min(workMsMax, shareMs));
    },
    testsMax: LAUNCHED_TESTS_MAX,
    waitsForMeasure: true,
  };
}

/** Consecutive tests of a plan that run as one batch. */
export interface Cut {
  /** Plan position of the first test. */
  readonly first: number;
  readonly tests: readonly PlannedTest[];
  /** Their estimated time. */
  readonly ms: number;
  /** Estimated time of a long test; 0 for all others, which run in plan order. */
  readonly longMs: number;
}

/** A plan's tests in order, as far as they are known. */
export interface TestSource {
  readonly plan: Iterator<PlannedTest>;
  /**
   * Position after the last test that may share a batch with the test at `position`; `position` itself if that test is not yet known.
   * Absent if all tests are known.
   */
  readonly knownUntil?: (position: number) => number;
  /** Batches to cut as before because their results are waiting: the number of tests, by position. */
  readonly left?: ReadonlyMap<number, number> | undefined;
}

/** Cuts a plan, test after test, into batches of the size set by `grain`; single tests while no times are known. */
export class PlanCutter {
  /** Taken from the plan, but too long for the last batch. */
  private spare: PlannedTest | undefined;

  constructor(
    private readonly source: TestSource,
    private next: number,
    private left: number,
    private readonly costs: TestCosts,
    private readonly grain: Grain,
  ) {}

  /**
   * Splits a batch that has become too long because a time limit is closer; the first part fits. Undefined if it need
   * not be split.
   */
  split({ first, tests, ms }: Cut): readonly [Cut, Cut] | undefined {
    const targetMs = this.grain.targetMs(Number.POSITIVE_INFINITY);
    const fittingTests = Math.ceil((tests.length * targetMs) / ms);
    if (!this.grain.waitsForMeasure || ms <= TOO_LONG * targetMs || fittingTests === tests.length)
      return undefined;
    const part = (from: number, until: number): Cut => ({
      first: first + from,
      tests: tests.slice(from, until),
      ms: (ms * (until - from)) / tests.length,
      longMs: 0,
    });
    return [part(0, fittingTests), part(fittingTests, tests.length)];
  }

  /** The next tests; undefined if the plan has no more, or does not know them yet. */
  cut(): Cut | undefined {
    if (this.left <= 0) return undefined;
    const { plan, knownUntil, left } = this.source;
    const known = (knownUntil?.(this.next) ?? Number.POSITIVE_INFINITY) - this.next;
    if (known <= 0) return undefined;
    const tests: PlannedTest[] = [];
    const { measuredMs } = this.costs;
    const targetMs = this.grain.targetMs(measuredMs === undefined ? undefined : this.left * measuredMs);
    const cutBefore = left?.get(this.next);
    const testsMax = Math.min(this.left, cutBefore ?? this.grain.testsMax, known);
    let sumMs = 0;
    while (tests.length < testsMax && (sumMs < targetMs || cutBefore !== undefined)) {
      if (tests.length > 0 && cutBefore === undefined && left?.has(this.next + tests.length)) break;
      const test = this.spare ?? (plan.next().value as PlannedTest);
      const costMs = this.costs.of(test) ?? targetMs;
      this.spare = tests.length > 0 && costMs > targetMs && cutBefore === undefined ? test : undefined;
      if (this.spare !== undefined) break;
      tests.push(test);
      sumMs += costMs;
    }
    const first = this.next;
    this.next += tests.length;
    this.left -= tests.length;
    return { first, tests, ms: sumMs, longMs: tests.length === 1 && sumMs > targetMs ? sumMs : 0 };
  }
}
