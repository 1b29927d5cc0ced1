import { type CoverageData, coverageSummary, expectedGain } from '../../coverage/index.js';

/** Period over which a run's gain must justify continuing. */
const AHEAD_MS = 3_600_000;
/** Tests between checks, and before the first one: fewer say little about rare bins. */
const LOOK_EVERY = 500;

/** Detects when a run's coverage stops growing. */
export class SaturationWatch {
  private looked = 0;
  private isOver = false;

  /** @param gainPercentMin percent of the bins that another hour must gain. */
  constructor(private readonly gainPercentMin: number) {}

  /** Whether another hour at the pace so far is expected to gain less. Checks every 500th test; once true, stays true. */
  isSaturated(tests: number, elapsedMs: number, coverage: CoverageData): boolean {
    const looks = Math.floor(tests / LOOK_EVERY);
    if (this.isOver || looks === this.looked) return this.isOver;
    this.looked = looks;
    const { total, tests: counted } = coverageSummary(coverage);
    const more = (tests * AHEAD_MS) / elapsedMs;
    const gain = expectedGain(coverage, counted.passed, more);
    this.isOver = gain < (total * this.gainPercentMin) / 100;
    return this.isOver;
  }
}
