import {
  type BinRow,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  findCheapestHoles,
  getBinRows,
  predictGain,
  summariseCoverage,
} from '../../coverage/index.js';

/** The expected and actual number of hits on holes with a low cost. */
export interface HoleCosts {
  /** Number of holes with a low cost. */
  readonly holes: number;
  /** Expected number of hits. */
  readonly expected: number;
  /** Actual number of hits. */
  readonly hit: number;
}

/**
 * Counts the holes whose cost is below the number of later tests, how many of them those tests should have hit,
 * based on similar bins (`RareBins`), and how many they did hit.
 */
export function compareWithActualHits(
  before: CoverageData,
  after: CoverageData,
  model: CoverageModel = COVERAGE_MODEL,
): HoleCosts {
  const earlierTests = summariseCoverage(before, model).tests.passed;
  const laterTests = summariseCoverage(after, model).tests.passed - earlierTests;
  const covered = new Set(
    getBinRows(after, model)
      .filter(({ isCovered }) => isCovered)
      .map(formatBinName),
  );
  const cheapHoles = findCheapestHoles(before, earlierTests, model).filter(
    ({ tests = Infinity, like }) => like && tests < laterTests,
  );
  return {
    holes: cheapHoles.length,
    expected: cheapHoles.reduce((sum, { like }) => sum + predictGain(like!, laterTests) / like!.never, 0),
    hit: cheapHoles.filter(({ row }) => covered.has(formatBinName(row))).length,
  };
}

function formatBinName({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}

/** Whether the expected and actual hit counts are within a factor of each other. False if there are no holes. */
export function isWithinFactor({ holes, expected, hit }: HoleCosts, factor: number): boolean {
  return holes > 0 && hit <= factor * expected && expected <= factor * hit;
}
