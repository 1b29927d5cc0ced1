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

/** Counts of holes that have a cost: the total, the expected number of hits, and the actual hits. */
export interface HoleCosts {
  readonly holes: number;
  readonly promised: number;
  readonly hit: number;
}

/**
 * Counts the holes whose cost is below the number of tests that followed: the total, the number expected to
 * be hit in those tests according to similar bins (`RareBins`), and the number that were hit.
 */
export function promiseOf(
  before: CoverageData,
  after: CoverageData,
  model: CoverageModel = COVERAGE_MODEL,
): HoleCosts {
  const earlierTests = coverageSummary(before, model).tests.passed;
  const laterTests = coverageSummary(after, model).tests.passed - earlierTests;
  const covered = new Set(
    binRows(after, model)
      .filter(({ isCovered }) => isCovered)
      .map(nameOf),
  );
  const cheapHoles = cheapestHoles(before, earlierTests, model).filter(
    ({ tests = Infinity, like }) => like && tests < laterTests,
  );
  return {
    holes: cheapHoles.length,
    promised: cheapHoles.reduce((sum, { like }) => sum + gainOf(like!, laterTests) / like!.never, 0),
    hit: cheapHoles.filter(({ row }) => covered.has(nameOf(row))).length,
  };
}

function nameOf({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}

/** Whether the numbers of promised and hit holes agree within a factor. False if there are no holes. */
export function isWithin({ holes, promised, hit }: HoleCosts, factor: number): boolean {
  return holes > 0 && hit <= factor * promised && promised <= factor * hit;
}
