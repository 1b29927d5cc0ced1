import type { CoverageData } from '../data/coverage-data.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { type BinRow, binRows } from './bin-rows.js';
import { type CoverageSummary, coverageSummary } from './summary.js';

/** What changed from one coverage to another; both under the definitions of today. */
export interface CoverageDifference {
  readonly before: CoverageSummary;
  readonly after: CoverageSummary;
  /** Bins that are covered now and were not, with today's counts. */
  readonly won: readonly BinRow[];
  /** Bins that were covered and are not any more, with the counts of before. */
  readonly lost: readonly BinRow[];
}

/** Compares two coverages bin by bin. */
export function compareCoverage(
  before: CoverageData,
  after: CoverageData,
  model: CoverageModel = COVERAGE_MODEL,
): CoverageDifference {
  const rowsBefore = binRows(before, model);
  const rowsAfter = binRows(after, model);
  return {
    before: coverageSummary(before, model),
    after: coverageSummary(after, model),
    won: rowsAfter.filter((row, i) => row.isCovered && !rowsBefore[i]!.isCovered),
    lost: rowsBefore.filter((row, i) => row.isCovered && !rowsAfter[i]!.isCovered),
  };
}
