import type { CoverageData } from '../data/coverage-data.js';
import { countBelow, countIndices, type Intervals, uniteIntervals } from '../data/intervals.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { getBinRows } from './summary.js';

/**
 * Estimates how many new bins would be hit by `extraTests` more tests like the `tests` run so far, based on how many
 * bins have been hit by exactly one and by exactly two tests. Hit probabilities vary between bins and are assumed to be
 * exponentially distributed, so the numbers of bins hit by zero, one and two tests form a geometric progression. Chao's
 * estimator assumes equal probabilities; in our data it overestimated the number of new bins hit in the next thousand
 * tests by 25%. For example, if 100 tests hit 10 bins once and 10 bins twice, this function predicts that about 10
 * reachable bins remain and that 100 more tests hit about 5 of them.
 */
export function estimateNewBins(
  data: CoverageData,
  tests: number,
  extraTests: number,
  model: CoverageModel = COVERAGE_MODEL,
): number {
  const rows = getBinRows(data, model).filter(({ kind }) => kind === 'count');
  const countHitBy = (testCount: number): number =>
    rows.filter(({ passed }) => passed.tests === testCount).length;
  return predictGain({ once: countHitBy(1), twice: countHitBy(2), never: countHitBy(0), tests }, extraTests);
}

/** The numbers of bins hit by exactly one test, by exactly two, and by none, after `tests` tests. */
export interface RareBins {
  readonly once: number;
  readonly twice: number;
  readonly never: number;
  readonly tests: number;
}

/** Like `estimateNewBins`, but computed from rare-bin counts. */
export function predictGain(rare: RareBins, extraTests: number): number {
  const { reachable, firstGain } = estimateUnseen(rare);
  return reachable === 0 ? 0 : reachable / (1 + reachable / (firstGain * extraTests));
}

/**
 * Returns how many more tests are expected to hit half of the bins that were never hit, or `Infinity` if at most half
 * of them can ever be hit.
 */
export function estimateTestsToHalve(rare: RareBins): number {
  const half = rare.never / 2;
  const { reachable, firstGain } = estimateUnseen(rare);
  return reachable <= half ? Infinity : Math.ceil((reachable * half) / (firstGain * (reachable - half)));
}

/**
 * Estimates how many reachable bins were never hit and, by Good-Turing estimation, how many of them one more test would
 * hit.
 */
function estimateUnseen({ once, twice, never, tests }: RareBins): {
  readonly reachable: number;
  readonly firstGain: number;
} {
  if (once === 0 || never === 0) return { reachable: 0, firstGain: 0 };
  const estimate = once ** 2 / Math.max(1, twice);
  return { reachable: Math.min(never, ((tests - 1) / tests) * estimate), firstGain: once / tests };
}

/** The number of bins hit by the first `tests` passing tests. */
export interface SaturationPoint {
  readonly tests: number;
  readonly bins: number;
}

/** Indicates whether more tests of the same kind are likely to hit new bins. */
export type Saturation = Readonly<ReturnType<typeof computeSaturation>>;

/** Maximum number of points on the curve. */
const MAX_POINTS = 20;

/** Computes how coverage grew over the passing tests in the data. */
export function computeSaturation(data: CoverageData, model: CoverageModel = COVERAGE_MODEL) {
  const rows = getBinRows(data, model).filter(({ kind }) => kind === 'count');
  const runs = new Map<string, RunTests>();
  for (const { run, tests, failed } of data.parts) {
    const previous = runs.get(run);
    runs.set(run, {
      all: uniteIntervals(previous?.all ?? [], tests),
      failed: uniteIntervals(previous?.failed ?? [], failed),
    });
  }
  const starts = new Map<string, number>();
  let tests = 0;
  for (const [run, runTests] of runs) {
    starts.set(run, tests);
    tests += countIndices(runTests.all) - countIndices(runTests.failed);
  }
  // A shard may start in the middle of its run, so a test's position counts only earlier passing tests that are in the
  // data.
  const firstTests = rows.flatMap(({ passed: { first } }) =>
    first === undefined ? [] : [starts.get(first.run)! + countPassedBelow(runs.get(first.run)!, first.index)],
  );
  return {
    /** Number of passing tests. */
    tests,
    /** How the number of hit bins grew, for bins that count. Tests are ordered by run, then by index. */
    curve: makeCurve(firstTests, tests),
    /** Bins that were hit by only one test. */
    onlyOnce: rows.filter(({ passed }) => passed.tests === 1),
    /** Number of new bins expected from doubling the number of tests, according to `estimateNewBins`. */
    expectedNew: estimateNewBins(data, tests, tests, model),
  };
}

interface RunTests {
  readonly all: Intervals;
  readonly failed: Intervals;
}

function countPassedBelow({ all, failed }: RunTests, index: number): number {
  return countBelow(all, index) - countBelow(failed, index);
}

function makeCurve(firstTests: readonly number[], tests: number): SaturationPoint[] {
  const steps = Math.min(MAX_POINTS, tests);
  return Array.from({ length: steps }, (_, i) => {
    const end = Math.ceil(((i + 1) * tests) / steps);
    return { tests: end, bins: firstTests.filter((first) => first < end).length };
  });
}
