import { causeOf, isOfCommand } from './error-text.js';
import { within } from './time-limit.js';

/** Time for additions to a verdict: shrunk forms, pictures and pages together, and each of them. */
const ALL_MS = 60_000;
const EACH_MS = 20_000;

/**
 * Work after a verdict that cannot invalidate it: each piece has a time limit, and a failure is one line of the report. Once time
 * is up, or a signal came, pieces are skipped.
 */
export class Afterwards {
  private readonly lines: string[] = [];
  private readonly began = performance.now();
  private omitted = 0;

  /** @param eachMs limit per piece, at most a test's. */
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

  /** Records something missing. */
  lose(what: string, error: unknown): void {
    if (isOfCommand(error)) throw error;
    this.lines.push(`${what}: ${causeOf(error)}`);
  }

  /** Result of an action that reruns a test; undefined if it failed or there was no time. Throws machine errors. */
  attempt<T>(what: string, action: () => T): T | undefined {
    const left = ALL_MS - (performance.now() - this.began);
    if (left <= 0 || this.signal?.aborted === true) {
      this.omitted++;
      return undefined;
    }
    return this.caught(what, () => within(Math.ceil(Math.min(left, this.eachMs, EACH_MS)), action));
  }

  /** The same for actions that run no test, without a time limit. */
  always<T>(what: string, action: () => T): T | undefined {
    return this.caught(what, action);
  }

  private caught<T>(what: string, action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      this.lose(what, error);
      return undefined;
    }
  }
}
