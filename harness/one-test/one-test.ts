import type { Violation } from '../../transactions/index.js';
import type { Finding } from '../records/finding.js';
import type { PlannedTest } from '../selection/plan.js';
import type { TestResult } from './run-test.js';

/** A failure as stored in a run's log. */
export interface FailureSummary extends Finding {
  readonly test: PlannedTest;
  /** The hash of the scenario; absent if no scenario could be generated. */
  readonly hash?: string;
  readonly waves: number;
  /** What happened, in one sentence. */
  readonly summary: string;
  /** The errors that fired in the test (`listErrors`); absent if there were none, or in older logs. */
  readonly fired?: readonly string[];
}

/** A test that did not pass, with everything needed to reproduce it. */
export interface Failure extends FailureSummary {
  /** The encoded scenario; absent if no scenario could be generated. */
  readonly scenario?: Uint8Array;
  readonly violations: readonly Violation[];
}

/** The outcome of a test. At least one of the fields is set. */
export interface TestOutcome {
  readonly result?: TestResult;
  readonly failure?: Failure;
  /** Why the test was not run. */
  readonly refusal?: string;
}
