import type { GroupCounts, TestName } from './counts.js';
import type { Intervals } from './intervals.js';

/** Version of the shape of `CoverageData`. */
export const COVERAGE_FORMAT = 1;

/**
 * Coverage of some tests of one run. The pair of `run` and `tests` determines the counts, because a test of a run
 * is reproducible; merging relies on it.
 */
export interface CoveragePart {
  readonly run: string;
  /** Indices of the tests counted here. */
  readonly tests: Intervals;
  /** Indices of those among them that failed. */
  readonly failed: Intervals;
  /** Names of tests that are the first of some bin, by ascending index. */
  readonly names: readonly TestName[];
  readonly groups: readonly GroupCounts[];
}

/**
 * Coverage of any number of runs: plain data and typed arrays, ready for `structuredClone` and `postMessage`;
 * `packCoverage` makes it a file. Parts are sorted by run and first test, and no two hold the same test.
 */
export interface CoverageData {
  readonly format: typeof COVERAGE_FORMAT;
  readonly parts: readonly CoveragePart[];
}

/** Coverage of no test: the neutral element of merging. */
export function emptyCoverage(): CoverageData {
  return { format: COVERAGE_FORMAT, parts: [] };
}
