import type { TestCosts } from '../../harness/records/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';

/** Work of one pool task: far above the 15 ms that its coverage costs to log, short enough to share the end of a run evenly. */
const TARGET_MS = 250;
const LARGEST = 512;

/** How large batches are. A test likely to take more than one is a separate batch, which starts before its neighbours. */
export interface Grain {
  /**
   * Milliseconds of work of the next batch; `leftMs` is what all tests are likely to take that are in none yet, undefined before any was
   * measured here.
   */
  readonly targetMs: (leftMs: number | undefined) => number;
  readonly testsMax: number;
  /** Whether no more is cut than can start, before anything was measured. */
  readonly waitsForMeasure: boolean;
}

/** For the threads of this machine, and for a queue, whose workers come and go. */
export const POOL_GRAIN: Grain = { targetMs: () => TARGET_MS, testsMax: LARGEST, waitsForMeasure: false };

/**
 * Bounds of the batches of launched workers, and the milliseconds of them for each worker: the run takes 15 ms for the coverage of one,
 * so that it keeps up with four times as many.
 */
const LAUNCHED_MS = { min: 5000, max: 60_000, ofWorker: 60 };
/** A result with this many failures is no larger than a frame. */
const LAUNCHED_LARGEST = 1024;

/** For workers elsewhere: large batches, then smaller and smaller ones, so that all workers end at about the same time. */
export function launchedGrain(workers: number, timeLeftMs: () => number): Grain {
  const { min, max, ofWorker } = LAUNCHED_MS;
  const mostMs = Math.min(max, Math.max(min, ofWorker * workers));
  return {
    targetMs: (leftMs) => {
      // What is known until then was measured on other machines.
      if (leftMs === undefined) return TARGET_MS;
      const shareMs = Math.min(leftMs, workers * timeLeftMs()) / (2 * workers);
      return Math.max(TARGET_MS, Math.min(mostMs, shareMs));
    },
    testsMax: LAUNCHED_LARGEST,
    waitsForMeasure: true,
  };
}

/** Consecutive tests of a plan that run as one batch. */
export interface Cut {
  /** Position of the first test in the plan. */
  readonly first: number;
  readonly tests: readonly PlannedTest[];
  /** What they are likely to take, where that is long; 0 for all others, which run in plan order. */
  readonly longMs: number;
}

/** The tests of a plan in order, and how far they are known. */
export interface TestSource {
  readonly plan: Iterator<PlannedTest>;
  /**
   * Position after the last test that may be in one batch with the test at `position`; `position` itself where even that one is not known
   * yet. Absent where all tests are known.
   */
  readonly knownUntil?: (position: number) => number;
}

/** Cuts a plan, test after test, into batches of the size that `grain` asks for; single tests as long as nothing is known. */
export class PlanCutter {
  /** Taken from the plan, and too long for the last batch. */
  private spare: PlannedTest | undefined;

  constructor(
    private readonly source: TestSource,
    private next: number,
    private left: number,
    private readonly costs: TestCosts,
    private readonly grain: Grain,
  ) {}

  /** The next tests; undefined when the plan has no more, or does not know them yet. */
  cut(): Cut | undefined {
    if (this.left <= 0) return undefined;
    const { plan, knownUntil } = this.source;
    const known = (knownUntil?.(this.next) ?? Number.POSITIVE_INFINITY) - this.next;
    if (known <= 0) return undefined;
    const tests: PlannedTest[] = [];
    const { measuredMs } = this.costs;
    const targetMs = this.grain.targetMs(measuredMs === undefined ? undefined : this.left * measuredMs);
    const testsMax = Math.min(this.left, this.grain.testsMax, known);
    let sumMs = 0;
    while (tests.length < testsMax && sumMs < targetMs) {
      const test = this.spare ?? (plan.next().value as PlannedTest);
      const costMs = this.costs.of(test) ?? targetMs;
      this.spare = tests.length > 0 && costMs > targetMs ? test : undefined;
      if (this.spare !== undefined) break;
      tests.push(test);
      sumMs += costMs;
    }
    const first = this.next;
    this.next += tests.length;
    this.left -= tests.length;
    return { first, tests, longMs: tests.length === 1 && sumMs > targetMs ? sumMs : 0 };
  }
}
