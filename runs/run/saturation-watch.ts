import { type CoverageData, estimateNewBins, summariseCoverage } from '../../coverage/index.js';

/** The period over which the expected gain must justify continuing a run. */
const HORIZON_MS = 3_600_000;
/** The number of tests before the first check and between checks; with fewer, little is known about rare bins. */
const TESTS_PER_CHECK = 500;

/** Detects when a run's coverage stops growing. */
export class SaturationWatch {
  private checksDone = 0;
  private hasSaturated = false;

  /** @param minGainPercent the smallest gain expected from another hour that justifies continuing, in % of all bins. */
  constructor(private readonly minGainPercent: number) {}

  /**
   * Whether another hour at the current pace is expected to gain less than the minimum. Checked every 500 tests; once
   * true, it stays true.
   */
  isSaturated(tests: number, elapsedMs: number, coverage: CoverageData): boolean {
    const checksDue = Math.floor(tests / TESTS_PER_CHECK);
    if (this.hasSaturated || checksDue === this.checksDone) return this.hasSaturated;
    this.checksDone = checksDue;
    const { total, tests: testCounts } = summariseCoverage(coverage);
    const testsPerHorizon = (tests * HORIZON_MS) / elapsedMs;
    const gain = estimateNewBins(coverage, testCounts.passed, testsPerHorizon);
    this.hasSaturated = gain < (total * this.minGainPercent) / 100;
    return this.hasSaturated;
  }
}
