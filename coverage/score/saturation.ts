import type { CoverageData } from '../data/coverage-data.js';
import { countBelow, countIndices, type Intervals, uniteIntervals } from '../data/intervals.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { type BinRow, binRows } from './bin-rows.js';
import { expectedGain } from './expected-gain.js';

/** The number of bins that the first `tests` passed tests hit. */
export interface SaturationPoint {
  readonly tests: number;
  readonly bins: number;
}

/** Whether more tests of the same kind would still find anything new. */
export interface Saturation {
  /** The number of passed tests. */
  readonly tests: number;
  /**
   * How the number of bins that were hit and count grew. Tests are in the order of the runs and, within a run, of their
   * indices.
   */
  readonly curve: readonly SaturationPoint[];
  /** The bins that only one test hit. */
  readonly onlyOnce: readonly BinRow[];
  /** How many new bins are expected if the number of tests is doubled, according to `expectedGain`. */
  readonly expectedNew: number;
}

/** The maximum number of points on the curve. */
const STEPS = 20;

/** Computes how coverage grew over the passed tests in the data. */
export function saturation(data: CoverageData, model: CoverageModel = COVERAGE_MODEL): Saturation {
  const rows = binRows(data, model).filter(({ kind }) => kind === 'count');
  const runs = new Map<string, RunTests>();
  for (const { run, tests, failed } of data.parts) {
    const earlier = runs.get(run);
    runs.set(run, {
      all: uniteIntervals(earlier?.all ?? [], tests),
      failed: uniteIntervals(earlier?.failed ?? [], failed),
    });
  }
  const starts = new Map<string, number>();
  let tests = 0;
  for (const [run, runTests] of runs) {
    starts.set(run, tests);
    tests += countIndices(runTests.all) - countIndices(runTests.failed);
  }
  // A shard has tests from the middle of its run, so what counts is the number of earlier passed tests.
  const firsts = rows.flatMap(({ passed: { first } }) =>
    first === undefined ? [] : [starts.get(first.run)! + passedBelow(runs.get(first.run)!, first.index)],
  );
  const onlyOnce = rows.filter(({ passed }) => passed.tests === 1);
  return {
    tests,
    curve: curveOf(firsts, tests),
    onlyOnce,
    expectedNew: expectedGain(data, tests, tests, model),
  };
}

/** The tests of one run. */
interface RunTests {
  readonly all: Intervals;
  readonly failed: Intervals;
}

function passedBelow({ all, failed }: RunTests, index: number): number {
  return countBelow(all, index) - countBelow(failed, index);
}

function curveOf(firsts: readonly number[], tests: number): SaturationPoint[] {
  const steps = Math.min(STEPS, tests);
  return Array.from({ length: steps }, (_, i) => {
    const end = Math.ceil(((i + 1) * tests) / steps);
    return { tests: end, bins: firsts.filter((first) => first < end).length };
  });
}
