import {
  type BinRow,
  binRows,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  cheapestHoles,
  coverageSummary,
  predictGain,
} from '../../coverage/index.js';

/** How many holes with a low cost were expected to be hit, and how many were. */
export interface HoleCosts {
  /** Number of holes with a low cost. */
  readonly holes: number;
  /** Expected number of hits. */
  readonly promised: number;
  /** Actual number of hits. */
  readonly hit: number;
}

/**
 * Counts the holes whose cost is below the number of later tests, how many of them those tests should have hit,
 * judging by similar bins (`RareBins`), and how many they did hit.
 */
export function compareWithActualHits(
  before: CoverageData,
  after: CoverageData,
  model: CoverageModel = COVERAGE_MODEL,
): HoleCosts {
  const earlierTests = coverageSummary(before, model).tests.passed;
  const laterTests = coverageSummary(after, model).tests.passed - earlierTests;
  const covered = new Set(
    binRows(after, model)
      .filter(({ isCovered }) => isCovered)
      .map(formatBinName),
  );
  const cheapHoles = cheapestHoles(before, earlierTests, model).filter(
    ({ tests = Infinity, like }) => like && tests < laterTests,
  );
  return {
    holes: cheapHoles.length,
    promised: cheapHoles.reduce((sum, { like }) => sum + predictGain(like!, laterTests) / like!.never, 0),
    hit: cheapHoles.filter(({ row }) => covered.has(formatBinName(row))).length,
  };
}

function formatBinName({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}

/** Whether the numbers of expected and actual hits are within a factor of each other. False if there are no holes. */
export function isWithin({ holes, promised, hit }: HoleCosts, factor: number): boolean {
  return holes > 0 && hit <= factor * promised && promised <= factor * hit;
}
