import { causeOf, isCommandError } from './error-text.js';
import { timeoutText, within } from './time-limit.js';

/** Milliseconds for all additions to a verdict together: shrunk forms, pictures and pages. */
const ALL_MS = 60_000;
/** Milliseconds for one addition. */
const EACH_MS = 20_000;

/**
 * Work after a verdict that cannot invalidate it: each piece has a time limit, and a failure is one line of the
 * report. Once time is up or a signal has arrived, pieces are skipped.
 */
export class Afterwards {
  private readonly lines: string[] = [];
  private readonly startedAt = performance.now();
  private omitted = 0;

  /** @param eachMs a test's limit in milliseconds, which also limits each piece. */
  constructor(
    private readonly eachMs: number = EACH_MS,
    private readonly signal?: AbortSignal,
  ) {}

  /** What is missing from the report, one line each. */
  get lost(): readonly string[] {
    if (this.omitted === 0) return this.lines;
    const why = this.signal?.aborted === true ? 'interrupted' : 'out of time';
    return [...this.lines, `${why}: ${this.omitted} more pictures or pages omitted`];
  }

  /** Records that `what` is missing, and why. Throws errors of the command or the machine. */
  lose(what: string, error: unknown): void {
    if (isCommandError(error)) throw error;
    this.lines.push(`${what}: ${causeOf(error)}`);
  }

  /** Runs an action that reruns a test; undefined if it failed, time was up or a signal had arrived. Throws as `lose` does. */
  attempt<T>(what: string, action: () => T): T | undefined {
    const left = ALL_MS - (performance.now() - this.startedAt);
    if (left <= 0 || this.signal?.aborted === true) {
      this.omitted++;
      return undefined;
    }
    const { ms, otherwise } = limitOf(left, this.eachMs);
    return this.reportErrors(what, () => within(ms, action, otherwise));
  }

  /** Runs an action that reruns no test, without a time limit; undefined if it failed. Throws as `lose` does. */
  always<T>(what: string, action: () => T): T | undefined {
    return this.reportErrors(what, action);
  }

  private reportErrors<T>(what: string, action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      this.lose(what, error);
      return undefined;
    }
  }
}

/** The limit of a piece of work, from the time left for all pieces and a test's limit, and the error for a piece that exceeds it. */
export function limitOf(leftMs: number, testMs: number): { readonly ms: number; readonly otherwise: string } {
  const ms = Math.ceil(Math.min(leftMs, testMs, EACH_MS));
  if (ms === EACH_MS) return { ms, otherwise: `not done in ${EACH_MS / 1000} s` };
  if (ms === testMs) return { ms, otherwise: timeoutText(ms) };
  return { ms, otherwise: `not done in the ${ALL_MS / 1000} s for all pictures and pages` };
}
