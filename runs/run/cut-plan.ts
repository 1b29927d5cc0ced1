import type { TestCosts } from '../../harness/records/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';

/** Work of one pool task: far above the 15 ms that its coverage costs to log, short enough to share the end of a run evenly. */
const TARGET_MS = 250;
const LARGEST = 512;
/** A test likely to take this long is a separate batch, which starts before its neighbours. */
const LONG_MS = TARGET_MS;

/** Consecutive tests of a plan that run as one batch. */
export interface Cut {
  /** Position of the first test in the plan. */
  readonly first: number;
  readonly tests: readonly PlannedTest[];
  /** What they are likely to take, where that is long; 0 for all others, which run in plan order. */
  readonly longMs: number;
}

/** The tests of a plan in order, and how far they are known. */
export interface TestSource {
  readonly plan: Iterator<PlannedTest>;
  /**
   * Position after the last test that may be in one batch with the test at `position`; `position` itself where even that one is not known
   * yet. Absent where all tests are known.
   */
  readonly knownUntil?: (position: number) => number;
}

/** Cuts a plan, test after test, into batches of about `TARGET_MS` of work; single tests as long as nothing is known. */
export class PlanCutter {
  /** Taken from the plan, and too long for the last batch. */
  private spare: PlannedTest | undefined;

  constructor(
    private readonly source: TestSource,
    private next: number,
    private left: number,
    private readonly costs: TestCosts,
  ) {}

  /** The next tests; undefined when the plan has no more, or does not know them yet. */
  cut(): Cut | undefined {
    if (this.left <= 0) return undefined;
    const { plan, knownUntil } = this.source;
    const known = (knownUntil?.(this.next) ?? Number.POSITIVE_INFINITY) - this.next;
    if (known <= 0) return undefined;
    const tests: PlannedTest[] = [];
    let sumMs = 0;
    while (tests.length < Math.min(this.left, LARGEST, known) && sumMs < TARGET_MS) {
      const test = this.spare ?? (plan.next().value as PlannedTest);
      const costMs = this.costs.of(test) ?? TARGET_MS;
      this.spare = tests.length > 0 && costMs > LONG_MS ? test : undefined;
      if (this.spare !== undefined) break;
      tests.push(test);
      sumMs += costMs;
    }
    const first = this.next;
    this.next += tests.length;
    this.left -= tests.length;
    return { first, tests, longMs: tests.length === 1 && sumMs > LONG_MS ? sumMs : 0 };
  }
}
