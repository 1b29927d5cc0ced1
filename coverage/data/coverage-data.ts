import type { GroupCounts, TestName } from './counts.js';
import type { Intervals } from './intervals.js';

/** Version of the `CoverageData` format. */
export const COVERAGE_FORMAT = 1;

/**
 * The coverage of some of a run's tests. Since tests are reproducible, `run` and `tests` together determine the counts;
 * merging relies on this.
 */
export interface CoveragePart {
  readonly run: string;
  /** The indices of the tests counted here. */
  readonly tests: Intervals;
  /** The indices of those tests that failed. */
  readonly failed: Intervals;
  /** Names of the tests that were the first to hit a bin, sorted by index. */
  readonly names: readonly TestName[];
  readonly groups: readonly GroupCounts[];
}

/**
 * The coverage of any number of runs: plain data and typed arrays, ready for `structuredClone` and `postMessage`.
 * `packCoverage` converts it to the file format. Parts are sorted by run and first test, and no two contain the same
 * test.
 */
export interface CoverageData {
  readonly format: typeof COVERAGE_FORMAT;
  readonly parts: readonly CoveragePart[];
}

/** Returns the coverage of no tests, the identity element of merging. */
export function createEmptyCoverage(): CoverageData {
  return { format: COVERAGE_FORMAT, parts: [] };
}
