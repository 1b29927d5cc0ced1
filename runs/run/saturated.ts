import { type CoverageData, coverageSummary, expectedGain } from '../../coverage/index.js';

/** What a run may gain in this time has to be worth it. */
const AHEAD_MS = 3_600_000;
/** Tests between two looks, and before the first one: fewer say little about what is rare. */
const LOOK_EVERY = 500;

/** Says when a run's coverage has stopped growing. */
export class SaturationWatch {
  private looked = 0;
  private isOver = false;

  /** @param gainPercentMin percent of the bins that another hour has to bring. */
  constructor(private readonly gainPercentMin: number) {}

  /** Whether another hour at the pace so far is expected to bring less. Looks at each 500th test; once true, it stays so. */
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
