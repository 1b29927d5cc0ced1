import type { GroupCounts, TestName } from './counts.js';
import type { Intervals } from './intervals.js';

/** The version of the `CoverageData` format. */
export const COVERAGE_FORMAT = 1;

/**
 * The coverage of some tests of a run. `run` and `tests` together determine the counts, because the tests of a run are
 * reproducible; merging relies on this.
 */
export interface CoveragePart {
  readonly run: string;
  /** The indices of the tests counted here. */
  readonly tests: Intervals;
  /** The indices of those tests that failed. */
  readonly failed: Intervals;
  /** The names of the tests that are the first test of some bin, by ascending index. */
  readonly names: readonly TestName[];
  readonly groups: readonly GroupCounts[];
}

/**
 * The coverage of any number of runs: plain data and typed arrays, ready for `structuredClone` and `postMessage`.
 * `packCoverage` converts it to its file form. Parts are sorted by run and first test, and no two contain the same test.
 */
export interface CoverageData {
  readonly format: typeof COVERAGE_FORMAT;
  readonly parts: readonly CoveragePart[];
}

/** The coverage of no tests, which is the neutral element of merging. */
export function emptyCoverage(): CoverageData {
  return { format: COVERAGE_FORMAT, parts: [] };
}
