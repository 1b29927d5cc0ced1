import type { CoverageData } from '../data/coverage-data.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { type BinRow, getBinRows } from './bin-rows.js';
import { type CoverageSummary, summariseCoverage } from './summary.js';

/** Differences between two coverage results, both evaluated with the current definitions. */
export interface CoverageDifference {
  readonly before: CoverageSummary;
  readonly after: CoverageSummary;
  /** Covergroups that cannot be compared, because one side has counts under a different definition. */
  readonly changed: readonly string[];
  /** Newly covered bins with their current counts, excluding changed covergroups. */
  readonly won: readonly BinRow[];
  /** Bins no longer covered, with their previous counts, excluding changed covergroups. */
  readonly lost: readonly BinRow[];
}

/** Compares two coverage results bin by bin. */
export function compareCoverage(
  before: CoverageData,
  after: CoverageData,
  model: CoverageModel = COVERAGE_MODEL,
): CoverageDifference {
  const summary = { before: summariseCoverage(before, model), after: summariseCoverage(after, model) };
  const changed = new Set([...summary.before.changed, ...summary.after.changed].map(({ group }) => group));
  const rowsBefore = getBinRows(before, model);
  const rowsAfter = getBinRows(after, model);
  const isCoveredOnlyIn = (row: BinRow, other: BinRow): boolean =>
    row.isCovered && !other.isCovered && !changed.has(row.group);
  return {
    ...summary,
    changed: [...changed],
    won: rowsAfter.filter((row, i) => isCoveredOnlyIn(row, rowsBefore[i]!)),
    lost: rowsBefore.filter((row, i) => isCoveredOnlyIn(row, rowsAfter[i]!)),
  };
}
