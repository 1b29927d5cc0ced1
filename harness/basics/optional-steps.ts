import { getErrorSummary, isCommandError } from './errors.js';
import { formatTimeout, runWithTimeout } from './time-limit.js';

/** Total time limit for all additions to a verdict (minimised tests, diagrams and pages), in milliseconds. */
const TOTAL_MS = 60_000;
/** Time limit for a single addition, in milliseconds. */
const STEP_MS = 20_000;

/**
 * Runs optional steps that come after the verdict and cannot change it. Each step has a time limit, and a failed step
 * only adds one line to the report. Once the time is up or a signal has arrived, the remaining steps are skipped.
 */
export class BestEffortSteps {
  private readonly lines: string[] = [];
  private readonly startedAt = performance.now();
  private omittedCount = 0;

  /** @param testMs the time limit of a test in milliseconds, which also applies to each step */
  constructor(
    private readonly testMs: number = STEP_MS,
    private readonly signal?: AbortSignal,
  ) {}

  /** Lines that say what is missing from the report. */
  get missing(): readonly string[] {
    if (this.omittedCount === 0) return this.lines;
    const reason = this.signal?.aborted === true ? 'interrupted' : 'out of time';
    return [...this.lines, `${reason}: ${this.omittedCount} more diagrams or pages omitted`];
  }

  /** Records that `item` is missing and why. Rethrows errors caused by the command or the machine. */
  recordMissing(item: string, error: unknown): void {
    if (isCommandError(error)) throw error;
    this.lines.push(`${item}: ${getErrorSummary(error)}`);
  }

  /**
   * Runs an action that may rerun a test, within the time limits. Returns undefined if the action failed, the
   * time is up, or a signal has arrived. Throws the same errors as `recordMissing`.
   */
  attempt<T>(item: string, action: () => T): T | undefined {
    const remaining = TOTAL_MS - (performance.now() - this.startedAt);
    if (remaining <= 0 || this.signal?.aborted === true) {
      this.omittedCount++;
      return undefined;
    }
    const { ms, timeoutMessage } = getStepLimit(remaining, this.testMs);
    return this.runReportingErrors(item, () => runWithTimeout(ms, action, timeoutMessage));
  }

  /**
   * Runs an action that does not rerun a test, without a time limit. Returns undefined if it failed. Throws
   * the same errors as `recordMissing`.
   */
  runUnlimited<T>(item: string, action: () => T): T | undefined {
    return this.runReportingErrors(item, action);
  }

  private runReportingErrors<T>(item: string, action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      this.recordMissing(item, error);
      return undefined;
    }
  }
}

/**
 * Returns a step's time limit and its timeout message, given the time left for all steps and the time limit of a test.
 */
export function getStepLimit(remainingMs: number, testMs: number) {
  const ms = Math.ceil(Math.min(remainingMs, testMs, STEP_MS));
  if (ms === STEP_MS) return { ms, timeoutMessage: `did not finish within ${STEP_MS / 1000} s` };
  if (ms === testMs) return { ms, timeoutMessage: formatTimeout(ms) };
  return { ms, timeoutMessage: `exceeded the ${TOTAL_MS / 1000} s budget for all diagrams and pages` };
}
