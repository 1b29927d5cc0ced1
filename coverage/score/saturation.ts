import type { CoverageData } from '../data/coverage-data.js';
import { countBelow, countIndices, type Intervals, uniteIntervals } from '../data/intervals.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { type BinRow, getBinRows } from './bin-rows.js';
import { estimateNewBins } from './expected-gain.js';

/** The number of bins hit by the first `tests` passing tests. */
export interface SaturationPoint {
  readonly tests: number;
  readonly bins: number;
}

/** Indicates whether more tests of the same kind are likely to hit new bins. */
export interface Saturation {
  /** Number of passing tests. */
  readonly tests: number;
  /** How the number of hit bins grew, for bins that count. Tests are ordered by run, then by index. */
  readonly curve: readonly SaturationPoint[];
  /** Bins that were hit by only one test. */
  readonly onlyOnce: readonly BinRow[];
  /** Number of new bins expected from doubling the number of tests, according to `estimateNewBins`. */
  readonly expectedNew: number;
}

/** Maximum number of points on the curve. */
const MAX_POINTS = 20;

/** Computes how coverage grew over the passing tests in the data. */
export function computeSaturation(data: CoverageData, model: CoverageModel = COVERAGE_MODEL): Saturation {
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
  const onlyOnce = rows.filter(({ passed }) => passed.tests === 1);
  return {
    tests,
    curve: makeCurve(firstTests, tests),
    onlyOnce,
    expectedNew: estimateNewBins(data, tests, tests, model),
  };
}

/** The tests of one run. */
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
