import { describe, expect, it } from 'vitest';
import type { SequenceCosts } from '../../../harness/records/test-costs.js';
import type { PlannedTest } from '../../../harness/selection/plan.js';
import { RemainingWork, toColdMs, toWarmMs } from '../../../runs/run/remaining-work.js';
import { RandomStream } from '../../../transactions/index.js';

/** Each sequence's mean test time in milliseconds, distributed as in the nightly suite. */
const MEAN_MS = [8, 12, 20, 30, 40, 60, 90, 160];
/** Test times relative to the mean, evenly spread. */
const EVEN_SPREAD = [0.4, 0.5, 0.6, 0.8, 0.9, 1, 1.2, 1.3, 1.5, 1.8];
/** Test times relative to the mean when one test in ten takes about four times as long as most. */
const LONG_TAIL = [0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 1.4, 3];
const TESTS = 1700;

const plan: readonly PlannedTest[] = Array.from({ length: TESTS }, (_, index) => ({
  sequence: `s${index % MEAN_MS.length}`,
  index,
  seed: `0x${index}`,
}));

/** Picks each test's duration in milliseconds at random from the given spread. */
function pickDurations(seed: string, spread: readonly number[]): number[] {
  const stream = new RandomStream(seed);
  return plan.map((_, index) => MEAN_MS[index % MEAN_MS.length]! * spread[stream.below(spread.length)]!);
}

/**
 * Returns the start and end of each test on workers that start cold. Tests start in plan order, each on the next
 * free worker.
 */
function simulateTimes(ms: readonly number[], workers: number): { start: number; end: number }[] {
  const work = Array.from({ length: workers }, () => 0);
  return ms.map((testMs) => {
    const worker = work.indexOf(Math.min(...work));
    const start = toColdMs(work[worker]!);
    work[worker] = work[worker]! + testMs;
    return { start, end: toColdMs(work[worker]!) };
  });
}

/** Returns the ratio of estimated to actual remaining time, five seconds into each of twenty runs. */
function computeRatios(known: SequenceCosts, workers: number, spread: readonly number[]): number[] {
  return Array.from({ length: 20 }, (_, seed) => {
    const ms = pickDurations(`0x${seed.toString(16)}`, spread);
    const times = simulateTimes(ms, workers);
    const work = new RemainingWork(plan.values(), TESTS, known);
    for (const [index, { start, end }] of times.entries())
      if (end <= 5000) work.recordFinished([plan[index]!], [end - start]);
    return work.secondsLeft(5000, workers)! / (Math.max(...times.map(({ end }) => end)) / 1000 - 5);
  });
}

describe('the remaining time, five seconds into a one-minute run', () => {
  it.each([1, 2, 4])('is estimated within a factor of 1.5 without any history, on %i workers', (workers) => {
    const ratios = computeRatios({}, workers, EVEN_SPREAD);
    expect(Math.min(...ratios)).toBeGreaterThan(1 / 1.5);
    expect(Math.max(...ratios)).toBeLessThan(1.5);
  });

  it.each([0.5, 1, 1.6])(
    "is estimated just as well from earlier runs that took %d times as long, even if a sequence's tests vary a lot",
    (factor) => {
      const known = Object.fromEntries(MEAN_MS.map((ms, index) => [`s${index}`, ms * factor]));
      const ratios = computeRatios(known, 2, LONG_TAIL);
      expect(Math.min(...ratios)).toBeGreaterThan(1 / 1.5);
      expect(Math.max(...ratios)).toBeLessThan(1.5);
    },
  );
});

describe("a run's work", () => {
  const twoTests = plan.slice(0, 2);

  it('is unknown until a test has finished, unless earlier runs provide an estimate', () => {
    expect(new RemainingWork(twoTests.values(), 2, {}).secondsLeft(0, 1)).toBeUndefined();
    expect(new RemainingWork(twoTests.values(), 2, { s0: 3000, s1: 5000 }).secondsLeft(0, 2)).toBeCloseTo(
      toColdMs(4000) / 1000,
      6,
    );
  });

  it('depends on the remaining work, not on the number of tests, since long tests may come last', () => {
    const work = new RemainingWork(twoTests.values(), 2, { s0: 10, s1: 10_000 });
    work.recordFinished([twoTests[0]!], [10]);
    expect(work.secondsLeft(10, 1)).toBeCloseTo(toColdMs(10_000) / 1000, 0);
    work.recordFinished([twoTests[1]!], [10_000]);
    expect(work.secondsLeft(10_010, 1)).toBe(0);
  });

  it('is extrapolated from the beginning of a very long plan', () => {
    const endless = { next: () => ({ value: plan[0]!, done: false as const }) };
    const work = new RemainingWork(endless, 1e6, { s0: 2 });
    expect(work.secondsLeft(0, 1)).toBeCloseTo(toColdMs(2_000_000) / 1000, 6);
  });
});

describe('a worker that starts cold', () => {
  it('finishes work in the predicted time', () => {
    for (const ms of [0, 1, 100, 1700, 16_700, 60_000, 1e7])
      expect(toWarmMs(toColdMs(ms))).toBeCloseTo(ms, 5);
  });

  it('is slow for the first few seconds, but up to speed after a minute', () => {
    expect(toColdMs(1000)).toBeCloseTo(6556, 0);
    expect(toColdMs(60_000) - toColdMs(59_000)).toBeLessThan(1010);
  });
});

it('gives no estimate for workers of unknown speed until they have been measured, and then relies only on the measured pace', () => {
  const work = new RemainingWork(plan.slice(0, 240).values(), 240, {});
  work.recordFinished(plan.slice(0, 1), [10]);
  expect(work.secondsLeftAtPace(1000)).toBeUndefined();
  work.recordFinished(
    plan.slice(1, 40),
    Array.from({ length: 39 }, () => 10),
  );
  expect(work.secondsLeftAtPace(20_000)).toBeCloseTo(100);
});
