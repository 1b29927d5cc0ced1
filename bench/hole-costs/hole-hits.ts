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

/** Expected and actual hits on cheap holes. */
export interface HoleHits {
  /** Number of cheap holes. */
  readonly holes: number;
  /** Expected number of hits. */
  readonly expected: number;
  /** Actual number of hits. */
  readonly hit: number;
}

/**
 * Compares expected and actual hits in the later tests, counting only holes expected to need fewer tests than there are.
 * Predictions come from similar bins (`RareBins`).
 */
export function compareWithActualHits(
  before: CoverageData,
  after: CoverageData,
  model: CoverageModel = COVERAGE_MODEL,
): HoleHits {
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

/** Returns whether expected and actual hit counts are within `factor` of each other; false if there are no holes. */
export function isWithinFactor({ holes, expected, hit }: HoleHits, factor: number): boolean {
  return holes > 0 && hit <= factor * expected && expected <= factor * hit;
}
