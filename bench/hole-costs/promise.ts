import {
  type BinRow,
  binRows,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  cheapestHoles,
  coverageSummary,
  gainOf,
} from '../../coverage/index.js';

/** Holes with a cost: how many were promised to be hit, and how many were. */
export interface HoleCosts {
  readonly holes: number;
  readonly promised: number;
  readonly hit: number;
}

/**
 * Of the holes with a cost below the number of tests that followed: how many were promised to be hit in those tests,
 * judged by similar bins (`RareBins`), and how many were.
 */
export function promiseOf(
  before: CoverageData,
  after: CoverageData,
  model: CoverageModel = COVERAGE_MODEL,
): HoleCosts {
  const past = coverageSummary(before, model).tests.passed;
  const more = coverageSummary(after, model).tests.passed - past;
  const covered = new Set(
    binRows(after, model)
      .filter(({ isCovered }) => isCovered)
      .map(nameOf),
  );
  const given = cheapestHoles(before, past, model).filter(
    ({ tests = Infinity, like }) => like && tests < more,
  );
  return {
    holes: given.length,
    promised: given.reduce((sum, { like }) => sum + gainOf(like!, more) / like!.never, 0),
    hit: given.filter(({ row }) => covered.has(nameOf(row))).length,
  };
}

function nameOf({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}

/** Whether the number of holes hit is that promised, within a factor; false if none was promised. */
export function isWithin({ holes, promised, hit }: HoleCosts, factor: number): boolean {
  return holes > 0 && hit <= factor * promised && promised <= factor * hit;
}
