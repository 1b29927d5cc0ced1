import {
  type BinRow,
  binRows,
  type CoverageData,
  cheapestHoles,
  coverageSummary,
  gainOf,
} from '../../coverage/index.js';

/** How many holes with a cost were to be hit, and how many were. */
export interface HoleCosts {
  readonly holes: number;
  readonly promised: number;
  readonly came: number;
}

/**
 * Of the holes that were given a cost below the number of tests that followed: how many of them were to be hit in these tests, by the bins
 * like each (`RareBins`), and how many were.
 */
export function promiseOf(before: CoverageData, after: CoverageData): HoleCosts {
  const past = coverageSummary(before).tests.passed;
  const more = coverageSummary(after).tests.passed - past;
  const covered = new Set(
    binRows(after)
      .filter(({ isCovered }) => isCovered)
      .map(nameOf),
  );
  const given = cheapestHoles(before, past).filter(({ tests = Infinity, like }) => like && tests < more);
  return {
    holes: given.length,
    promised: given.reduce((sum, { like }) => sum + gainOf(like!, more) / like!.never, 0),
    came: given.filter(({ row }) => covered.has(nameOf(row))).length,
  };
}

function nameOf({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}
