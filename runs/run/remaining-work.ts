import type { SequenceCosts } from '../../harness/records/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';

/**
 * The total time that a worker's engine spends on compilation and garbage collection over a long run, on top of
 * running the tests.
 */
const EXTRA_MS = 15_000;
/** The amount of work after which half of that overhead has been incurred, in milliseconds. */
const HALF_WORK_MS = 1700;

/**
 * Returns how long a cold worker takes, in milliseconds, to do what a warm one does in `workMs`. The curve is fitted
 * to 1,400 tests of the nightly suite on two workers (2026-11-23). At first, work takes nearly ten times as long; after
 * a minute, it runs at normal speed. For example, 1,000 ms of work takes 6,556 ms, and 60,000 ms takes 74,587 ms.
 */
export function toColdMs(workMs: number): number {
  return workMs + (EXTRA_MS * workMs) / (workMs + HALF_WORK_MS);
}

/** Inverts `toColdMs`: returns how much work a new worker has done after `coldMs`, in milliseconds. */
export function toWarmMs(coldMs: number): number {
  const b = EXTRA_MS + HALF_WORK_MS - coldMs;
  const root = Math.sqrt(b * b + 4 * HALF_WORK_MS * coldMs);
  // Both expressions give the same root; each avoids cancellation for one sign of b.
  return b > 0 ? (2 * HALF_WORK_MS * coldMs) / (b + root) : (root - b) / 2;
}

/** Maximum number of planned tests to examine; the rest are assumed to be similar. */
const MAX_EXAMINED = 20_000;
/** All workers are assumed to have been busy for this long before the first measurement. */
const PRIOR_MS = 5000;
/** The weight of a sequence's mean time from earlier runs, in tests of this run. */
const KNOWN_TESTS = 20;
/** The weight of the mean time over all sequences, in tests, for sequences with no earlier time. */
const UNKNOWN_TESTS = 4;
/** Minimum number of finished tests before the pace is used. */
const PACE_TESTS = 20;
/** Minimum fraction of finished tests before the pace is used. */
const PACE_FRACTION = 0.05;
/** The weight, in milliseconds of work, of the assumption that this machine is as fast as in earlier runs. */
const SAME_PACE_MS = 1000;

/** A placeholder for the tests in a plan that is not known in advance. */
export const ANY_TEST: PlannedTest = { sequence: 'any', index: 0, seed: '0x0' };

/** Yields such placeholders endlessly. */
export function* generatePlaceholders(): Generator<PlannedTest, never> {
  for (;;) yield ANY_TEST;
}

/** How many of a sequence's tests remain, how many have finished, and the total time of the finished ones. */
interface Work {
  remaining: number;
  finished: number;
  ms: number;
}

/**
 * The work remaining in a run, estimated from each sequence's test times in this run and any earlier ones. Counts
 * tests as they finish, in any order, even while their results wait for an earlier test in the plan.
 */
export class RemainingWork {
  private readonly sequences = new Map<string, Work>();

  /**
   * @param plan the remaining tests, of which the first `count` will run; only a limited number are read
   * @param known milliseconds per test of each sequence on a warm worker in earlier runs, perhaps on another machine
   */
  constructor(
    plan: Iterator<PlannedTest>,
    count: number,
    private readonly known: SequenceCosts,
  ) {
    const examined = Math.min(count, MAX_EXAMINED);
    for (let taken = 0; taken < examined; taken++) {
      const test = plan.next().value as PlannedTest | undefined;
      if (test === undefined) break;
      this.getWork(test).remaining += count / examined;
    }
  }

  /** Counts finished tests; `testMs` is empty if a worker was lost. */
  recordFinished(tests: readonly PlannedTest[], testMs: readonly number[]): void {
    for (const test of tests) this.getWork(test).remaining--;
    testMs.forEach((ms, row) => {
      const work = this.getWork(tests[row]!);
      work.finished++;
      work.ms += ms;
    });
  }

  /**
   * Estimates how many more seconds the run needs, after `elapsedMs` on the given number of workers. Returns undefined
   * while no test times are known. Starts from the assumption that all workers are fully busy and shifts to the
   * measured speed as the run progresses. Allows for workers starting cold, which makes early tests take longer.
   */
  secondsLeft(elapsedMs: number, workers: number): number | undefined {
    const all = [...this.sequences];
    const finished = sum(all, ([, work]) => work.finished);
    const doneMs = sum(all, ([, { ms }]) => ms);
    const doneWarmMs = workers * toWarmMs(doneMs / workers);
    const warmFraction = doneMs === 0 ? 1 : doneWarmMs / doneMs;
    // How much slower tests are than in earlier runs, for sequences where both times are known.
    const knownSequences = all.filter(([name]) => this.known[name] !== undefined);
    const expectedMs = sum(knownSequences, ([name, work]) => work.finished * this.known[name]!);
    const knownWarmMs = warmFraction * sum(knownSequences, ([, { ms }]) => ms);
    const pace = (knownWarmMs + SAME_PACE_MS) / (expectedMs + SAME_PACE_MS);
    const meanMs = finished === 0 ? undefined : doneWarmMs / finished;
    let leftWarmMs = 0;
    for (const [name, { remaining, ms, finished: finishedTests }] of all) {
      const known = this.known[name];
      const prior = known === undefined ? meanMs : pace * known;
      if (prior === undefined) return undefined;
      const weight = known === undefined ? UNKNOWN_TESTS : KNOWN_TESTS;
      leftWarmMs +=
        (Math.max(0, remaining) * (warmFraction * ms + weight * prior)) / (finishedTests + weight);
    }
    const leftMs = workers * toColdMs((doneWarmMs + leftWarmMs) / workers) - doneMs;
    const speed = (doneMs + workers * PRIOR_MS) / (elapsedMs + PRIOR_MS);
    return Math.max(0, leftMs) / speed / 1000;
  }

  /**
   * Estimates how many more seconds the run needs on an unknown, changing number of workers, using only the pace so
   * far. Returns undefined until enough tests have finished.
   */
  secondsLeftAtPace(elapsedMs: number): number | undefined {
    const all = [...this.sequences.values()];
    const finished = sum(all, (work) => work.finished);
    const remaining = sum(all, (work) => Math.max(0, work.remaining));
    if (finished < Math.max(PACE_TESTS, PACE_FRACTION * (finished + remaining))) return undefined;
    return ((elapsedMs / 1000) * remaining) / finished;
  }

  private getWork({ sequence }: PlannedTest): Work {
    let work = this.sequences.get(sequence);
    if (work === undefined) {
      work = { remaining: 0, finished: 0, ms: 0 };
      this.sequences.set(sequence, work);
    }
    return work;
  }
}

function sum<T>(values: readonly T[], getNumber: (value: T) => number): number {
  return values.reduce((total, value) => total + getNumber(value), 0);
}
