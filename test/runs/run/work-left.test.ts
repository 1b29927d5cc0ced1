import { describe, expect, it } from 'vitest';
import type { CostsOfSequences } from '../../../harness/records/test-costs.js';
import type { PlannedTest } from '../../../harness/selection/plan.js';
import { coldMs, warmMs } from '../../../runs/run/warm-up.js';
import { WorkLeft } from '../../../runs/run/work-left.js';
import { RandomStream } from '../../../transactions/index.js';

/** Each sequence's mean test time in milliseconds, distributed as in the nightly suite. */
const MEANS = [8, 12, 20, 30, 40, 60, 90, 160];
/** Test times relative to the mean, evenly spread. */
const EVEN = [0.4, 0.5, 0.6, 0.8, 0.9, 1, 1.2, 1.3, 1.5, 1.8];
/** Test times relative to the mean when one test in ten takes about four times as long as most. */
const LONG_TAIL = [0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 1.4, 3];
const TESTS = 1700;

const plan: readonly PlannedTest[] = Array.from({ length: TESTS }, (_, index) => ({
  sequence: `s${index % MEANS.length}`,
  index,
  seed: `0x${index}`,
}));

/** The milliseconds that each test takes, chosen at random from the given spread. */
function durations(seed: string, spread: readonly number[]): number[] {
  const stream = new RandomStream(seed);
  return plan.map((_, index) => MEANS[index % MEANS.length]! * spread[stream.below(spread.length)]!);
}

/**
 * Returns the start and end of each test on workers that start cold. Tests start in plan order, each on the next
 * free worker.
 */
function simulateTimes(ms: readonly number[], workers: number): { start: number; end: number }[] {
  const work = Array.from({ length: workers }, () => 0);
  return ms.map((testMs) => {
    const worker = work.indexOf(Math.min(...work));
    const start = coldMs(work[worker]!);
    work[worker] = work[worker]! + testMs;
    return { start, end: coldMs(work[worker]!) };
  });
}

/** Returns, for each of twenty runs, the estimate after five seconds relative to the time that was actually left. */
function estimateRatios(known: CostsOfSequences, workers: number, spread: readonly number[]): number[] {
  return Array.from({ length: 20 }, (_, seed) => {
    const ms = durations(`0x${seed.toString(16)}`, spread);
    const times = simulateTimes(ms, workers);
    const work = new WorkLeft(plan.values(), TESTS, known);
    for (const [index, { start, end }] of times.entries())
      if (end <= 5000) work.countEnded([plan[index]!], [end - start]);
    return work.secondsLeft(5000, workers)! / (Math.max(...times.map(({ end }) => end)) / 1000 - 5);
  });
}

describe('the remaining time, five seconds into a one-minute run', () => {
  it.each([1, 2, 4])('is estimated within a factor of 1.5 without any history, on %i workers', (workers) => {
    const estimates = estimateRatios({}, workers, EVEN);
    expect(Math.min(...estimates)).toBeGreaterThan(1 / 1.5);
    expect(Math.max(...estimates)).toBeLessThan(1.5);
  });

  it.each([0.5, 1, 1.6])(
    "is estimated equally well from earlier runs that took %d times as long, however much a sequence's tests vary",
    (slower) => {
      const known = Object.fromEntries(MEANS.map((ms, index) => [`s${index}`, ms * slower]));
      const estimates = estimateRatios(known, 2, LONG_TAIL);
      expect(Math.min(...estimates)).toBeGreaterThan(1 / 1.5);
      expect(Math.max(...estimates)).toBeLessThan(1.5);
    },
  );
});

describe("a run's work", () => {
  const two = plan.slice(0, 2);

  it('is unknown until a test has finished, unless earlier runs provide an estimate', () => {
    expect(new WorkLeft(two.values(), 2, {}).secondsLeft(0, 1)).toBeUndefined();
    expect(new WorkLeft(two.values(), 2, { s0: 3000, s1: 5000 }).secondsLeft(0, 2)).toBeCloseTo(
      coldMs(4000) / 1000,
      6,
    );
  });

  it('depends on the remaining work, not on the number of tests, since long tests may come last', () => {
    const work = new WorkLeft(two.values(), 2, { s0: 10, s1: 10_000 });
    work.countEnded([two[0]!], [10]);
    expect(work.secondsLeft(10, 1)).toBeCloseTo(coldMs(10_000) / 1000, 0);
    work.countEnded([two[1]!], [10_000]);
    expect(work.secondsLeft(10_010, 1)).toBe(0);
  });

  it('is extrapolated from the beginning of a very long plan', () => {
    const endless = { next: () => ({ value: plan[0]!, done: false as const }) };
    const work = new WorkLeft(endless, 1e6, { s0: 2 });
    expect(work.secondsLeft(0, 1)).toBeCloseTo(coldMs(2_000_000) / 1000, 6);
  });
});

describe('a worker that starts cold', () => {
  it('finishes work in the predicted time', () => {
    for (const ms of [0, 1, 100, 1700, 16_700, 60_000, 1e7]) expect(warmMs(coldMs(ms))).toBeCloseTo(ms, 5);
  });

  it('is slow in the first seconds, but no longer after a minute', () => {
    expect(coldMs(1000)).toBeCloseTo(6556, 0);
    expect(coldMs(60_000) - coldMs(59_000)).toBeLessThan(1010);
  });
});

it('makes no estimate for unknown workers until it knows their speed, and then uses only that', () => {
  const work = new WorkLeft(plan.slice(0, 240).values(), 240, {});
  work.countEnded(plan.slice(0, 1), [10]);
  expect(work.secondsLeftAtPace(1000)).toBeUndefined();
  work.countEnded(
    plan.slice(1, 40),
    Array.from({ length: 39 }, () => 10),
  );
  expect(work.secondsLeftAtPace(20_000)).toBeCloseTo(100);
});
